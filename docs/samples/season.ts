// A sandbox plays a season: three customers transfer, and the bank's files of each day are fetched.
// Node 22.18 or later runs it as it is:
//   BASE_URL=http://127.0.0.1:3000 API_KEY=… node season.ts
import { randomUUID } from "node:crypto";

const { BASE_URL = "http://127.0.0.1:3000", API_KEY = "" } = process.env;

/** Sends a request that takes effect once, even if it is repeated; throws the error code of a refusal. */
async function api(method: string, path: string, body?: object) {
  const answer = await fetch(`${BASE_URL}/api/v2${path}`, {
    method,
    headers: { Authorization: `ApiKey ${API_KEY}`, "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
    body: body && JSON.stringify(body),
  });
  const said = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said.error}`);
  return said;
}

const halfASecond = () => new Promise((resolve) => setTimeout(resolve, 500));

const { company_id } = await api("POST", "/companies", {
  name: "Rowing Club Northbank",
  brand: "brand_code_1",
  email: "office@northbank.example",
  locale: "en",
  country_code: "DE",
  currency: "EUR",
});
await api("POST", `/companies/${company_id}/bank_accounts`, { holder: "Rowing Club Northbank", iban: "DE89370400440532013000" });
// An account that a key adds takes effect after 24 hours.
await api("PUT", "/sandbox/clock", { days: 2 });
while ((await api("GET", "/sandbox/clock")).on_its_way_to !== null) await halfASecond();

const { import_id } = await api("POST", "/imports", { company_id, title: "Annual membership" });
await api("POST", `/imports/${import_id}/invoices`, {
  invoices: ["Ada", "Bo", "Chris"].map((first_name) => ({
    external_invoice_number: `M-${first_name}`,
    customer: {
      name: { first_name, last_name: "Brandsma" },
      email: { email_address: `${first_name.toLowerCase()}@members.example` },
    },
    invoice_lines: [{ amount_cents: 4500, description: "Membership" }],
    amount_total_cents: 4500,
  })),
});
await api("PUT", `/imports/${import_id}/transmit`);

/** Waits until the season no longer plays. It plays in the background, some days a second. */
async function untilStopped() {
  for (let tries = 0; tries < 600; tries += 1) {
    const season = await api("GET", "/sandbox/season");
    if (season.state === "failed") throw new Error(`The season failed after ${season.played_day}`);
    if (season.state !== "playing") return season;
    await halfASecond();
  }
  throw new Error("The season did not stop within five minutes");
}

const fetched = new Set<string>();

/** Fetches the files that are new since the last call, the oldest day first. One page holds those of a week with a few accounts. */
async function fetchFiles() {
  const { files } = await api("GET", "/sandbox/season/files?page_size=100");
  for (const { season_file_id } of files.toReversed()) {
    if (fetched.has(season_file_id)) continue;
    fetched.add(season_file_id);
    const { day, kind, contents } = await api("GET", `/sandbox/season/files/${season_file_id}`);
    console.log("file", day, kind, Buffer.byteLength(contents), "bytes");
  }
}

// A week at a time: in between, your own program can look, decide and act.
await api("POST", "/sandbox/season", { seed: "spring", scenario: "days: 21\npay_in_time: 100 %\n", days: 7 });
let season = await untilStopped();
await fetchFiles();
while (season.state !== "ended") {
  await api("PUT", "/sandbox/season/play", { days: 7 });
  season = await untilStopped();
  await fetchFiles();
}
const { outstanding_cents } = await api("GET", `/imports/${import_id}/collection`);
console.log("ended, outstanding", outstanding_cents);
