// Mandates for SEPA direct debits: record several, read why one is refused, follow their changes, withdraw one.
// For a sandbox. Node 22.18 or later runs it as it is:
//   BASE_URL=http://127.0.0.1:3000 API_KEY=… node mandates.ts
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

const { company_id } = await api("POST", "/companies", {
  name: "Rowing Club Northbank",
  brand: "brand_code_1",
  email: "office@northbank.example",
  locale: "en",
  country_code: "DE",
  currency: "EUR",
});
await api("POST", `/companies/${company_id}/bank_accounts`, {
  holder: "Rowing Club Northbank",
  iban: "DE89370400440532013000",
  creditor_identifier: "DE98ZZZ09999999999",
});
// An account that a key adds takes effect after 24 hours. Only in a sandbox: the clock moves on in the background.
await api("PUT", "/sandbox/clock", { days: 2 });
while ((await api("GET", "/sandbox/clock")).on_its_way_to !== null) await new Promise((resolve) => setTimeout(resolve, 500));

const signed_on = new Date().toISOString().slice(0, 10);
const ada = { mandate_reference: "NB-1", holder: "Ada Brandsma", iban: "DE02120300000000202051", customer_email: "ada@members.example" };
const bo = { mandate_reference: "NB-2", holder: "Bo Vries", iban: "DE02120300000000202052", customer_email: "bo@members.example" };
const chris = {
  mandate_reference: "NB-3",
  holder: "Chris Linden",
  iban: "DE02120300000000202051",
  customer_email: "chris@members.example",
};

/** Records up to 1,000 mandates. Each is recorded or refused by itself; one that is recorded already is answered with its id. */
async function record(mandates: object[]) {
  const recorded = await api("POST", `/companies/${company_id}/mandates`, { mandates });
  for (const { mandate_reference, error, error_field } of recorded.mandates) {
    if (error) console.log("refused", mandate_reference, error, error_field);
    else console.log("recorded", mandate_reference);
  }
}
await record([{ ...ada, signed_on }, { ...bo, signed_on }, chris]);
// The whole list again, once its faults are corrected.
await record([
  { ...ada, signed_on },
  { ...bo, iban: ada.iban, signed_on },
  { ...chris, signed_on },
]);

let cursor = "";

/** Fetches each mandate that has changed since the last cursor, which your system stores. Without one, changes begin with the oldest. */
async function follow() {
  for (let has_more = true; has_more; ) {
    const changes = await api("GET", `/changes?mandates=true&page_size=100&cursor=${encodeURIComponent(cursor)}`);
    for (const id of changes.mandate_ids) {
      const { mandate_reference, state } = await api("GET", `/mandates/${id}`);
      console.log("changed", mandate_reference, state);
    }
    ({ next_cursor: cursor, has_more } = changes);
  }
}
await follow();

const { mandates, page } = await api("GET", `/companies/${company_id}/mandates?page_number=1&page_size=100`);
console.log("listed", mandates.length, "of", page.total_entries);

await api("PUT", `/mandates/${mandates[0].mandate_id}/withdraw`);
await follow();
