// From a key to a paid invoice, with each notification verified. Node 22.18 or later runs it as it is:
//   BASE_URL=http://127.0.0.1:3000 API_KEY=… WEBHOOK_SECRET=whsec_… PORT=4040 node first-hour.ts
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

// body: the request's raw text, before anything parses it.
export function isOurs(secret: string, headers: Headers, body: string): boolean {
  const id = headers.get("webhook-id");
  const timestamp = headers.get("webhook-timestamp");
  const signatures = headers.get("webhook-signature");
  if (!id || !timestamp || !signatures) return false;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;

  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = [id, timestamp, body].join(".");
  const expected = Buffer.from(["v1", createHmac("sha256", key).update(signed).digest("base64")].join(","));
  // Two while a secret is being rotated.
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const { BASE_URL = "http://127.0.0.1:3000", API_KEY = "", WEBHOOK_SECRET = "", PORT = "4040" } = process.env;

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

/** Ids of invoices that notifications have named and that were not fetched since then. */
const changed = new Set<string>();
const receiver = createServer(async (request, answer) => {
  const body = await text(request);
  if (!isOurs(WEBHOOK_SECRET, new Headers(request.headers as Record<string, string>), body)) return void answer.writeHead(401).end();
  // Confirm first, then do the work: the confirmation must arrive within 15 seconds.
  answer.writeHead(204).end();
  for (const id of JSON.parse(body).invoice_ids) changed.add(id);
}).listen(Number(PORT), "127.0.0.1");

/** Returns the invoice once a notification has named it and it is in the awaited state. */
async function fetchOnceNamed(id: string, isAwaited: (invoice: { amount_total_cents: number }) => boolean) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (changed.delete(id)) {
      const invoice = await api("GET", `/invoices/${id}`);
      if (isAwaited(invoice)) return invoice;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("No notification came within a minute");
}

const company = await api("POST", "/companies", {
  name: "Rowing Club Northbank",
  brand: "brand_code_1",
  email: "office@northbank.example",
  locale: "en",
  country_code: "NL",
  currency: "EUR",
});
const { import_id } = await api("POST", "/imports", { company_id: company.company_id, title: "Season 2027" });
const { invoice_id } = await api("POST", "/invoices", {
  import_id,
  external_invoice_number: "2027-1",
  customer: { name: { first_name: "Ada", last_name: "Brandsma" }, email: { email_address: "ada@members.example" } },
  invoice_lines: [{ amount_cents: 4500, description: "Membership" }],
  amount_total_cents: 4500,
});
await api("PUT", `/imports/${import_id}/transmit`);
console.log("transmitted", invoice_id);

await fetchOnceNamed(invoice_id, () => true);
console.log("notified and verified");

// Only in a sandbox: the customer pays at the simulated bank.
await api("POST", `/invoices/${invoice_id}/simulated_payments`, { outcome: "pay" });
const paid = await fetchOnceNamed(invoice_id, ({ amount_total_cents }) => amount_total_cents === 0);
console.log("paid, outstanding", paid.amount_total_cents);
receiver.close();
