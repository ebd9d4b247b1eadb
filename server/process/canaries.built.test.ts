import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { type Connection, connect, db } from "@/db/client";
import { recipientVersion } from "@/server/billing/invoices/recipient-version";
import { wire } from "@/server/domain/formats/wire";
import { env } from "@/server/env";
import { fromNewAddress } from "@/server/testing/addresses";
import { invoiceBody } from "@/server/testing/bodies";
import { tablesWith } from "@/server/testing/find-in-database";
import { givenCompany, givenImport, givenPartner } from "@/server/testing/given";
import { givenCustomer } from "@/server/testing/given-customer";
import { givenMember } from "@/server/testing/given-person";
import { type Host, publicHost, startProductionProcess } from "@/server/testing/hosts";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { type LocalServer, serveLocally } from "@/server/testing/serve-locally";
import { type SmtpServer, startSmtpServer } from "@/server/testing/smtp-server";

// Secrets and customers' data pass through a whole service whose database fails at times. None of them may appear where operators and
// developers look.

const ownerUrl = givenOwnDatabase("canaries");
const folder = mkdtempSync(join(tmpdir(), "ics-canaries-"));
const METRICS_SECRET = "opens the metrics of this test alone";
const customer = { name: "Canaria-Fischbach", email: "canaria.fischbach@members.example", iban: "NL91ABNA0417164300" };
const question = "Is canary 4711 to pay twice?";
const password = "canary sings at 4 in the morning";

let host: Host;
let smtp: SmtpServer;
let collector: LocalServer;
/** Telemetry as text. */
const collected: { traces: string; metrics: string } = { traces: "", metrics: "" };
/** Answers to requests that failed or were refused. */
let refusals = "";
let watcher: Connection;
/** Statements seen in pg_stat_activity. */
const statements = new Set<string>();
let watching = true;
let watched: Promise<void>;

beforeAll(async () => {
  smtp = await startSmtpServer();
  collector = await serveLocally(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    collected[request.url === "/v1/traces" ? "traces" : "metrics"] += Buffer.concat(chunks).toString();
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  host = await startProductionProcess(folder, {
    ...publicHost,
    DATABASE_URL: env().DATABASE_URL,
    MIGRATION_DATABASE_URL: ownerUrl,
    SMTP_URL: smtp.url,
    METRICS_SECRET,
    LOG_LEVEL: "trace",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "200",
  });
  watcher = connect(inject("adminUrl"), { max: 1 });
  watched = watch();
}, 60_000);

afterAll(async () => {
  watching = false;
  await watched;
  await watcher.close();
  await host.stop();
  await smtp.close();
  collector.close();
  rmSync(folder, { recursive: true });
});

async function watch(): Promise<void> {
  while (watching) {
    const seen = await watcher.db.execute<{ text: string }>(
      sql`select concat_ws(' ', application_name, query) as text from pg_stat_activity where datname = 'canaries'`,
    );
    for (const { text } of seen) statements.add(text);
    await wait(10);
  }
}

const jar = new Map<string, string>();

/** Sends requests as one browser, which keeps its cookies, and collects refusals. */
async function ask(path: string, init: RequestInit = {}): Promise<string> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(`${host.baseUrl}${path}`, {
    redirect: "manual",
    ...init,
    headers: { ...fromNewAddress(), ...init.headers, cookie },
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
  }
  const text = await answer.text();
  // Pages are left out, because a form repeats what was typed.
  if (answer.status >= 400 && answer.headers.get("content-type")?.includes("json")) refusals += `${answer.status} ${text}\n`;
  return text;
}

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { "Content-Type": "application/json", ...headers },
});
const fromOurPage = { Origin: publicHost.PUBLIC_URL };
const form = (fields: Record<string, string>): RequestInit => ({ method: "POST", body: new URLSearchParams(fields), headers: fromOurPage });
const procedure = (path: string, input: unknown) => ask(`/api/trpc/${path}`, json(wire.serialize(input), fromOurPage));

async function signIn(email: string, typed: string): Promise<void> {
  const { csrfToken } = JSON.parse(await ask("/api/auth/csrf")) as { csrfToken: string };
  await ask("/api/auth/callback/credentials", form({ email, password: typed, csrfToken, json: "true" }));
}

/** Makes every insert of an invoice fail during the work. The database's error then quotes the row. */
async function whileInvoicesAreRefused(work: () => Promise<void>): Promise<void> {
  const owner = connect(ownerUrl, { max: 1 });
  await owner.db.execute(sql`alter table invoices add constraint refuses_all check (id = '') not valid`);
  await work();
  await owner.db.execute(sql`alter table invoices drop constraint refuses_all`);
  await owner.close();
}

/** Returns the token of the first password link in these raw mails. Throws if there is none. */
function tokenIn(mails: string): string {
  const [, token] = /set-password\?token=3D([\w-]+)/.exec(mails.replace(/=\r\n/g, "")) ?? [];
  if (!token) throw new Error("no mail with a token");
  return token;
}

test("keys, passwords, links, tokens and customers appear in no log, metric, trace, error, statement or record of requests", async () => {
  const partner = await givenPartner();
  const { apiKey } = partner;
  const company = await givenCompany(partner);
  const { id: importId } = await givenImport(partner, { company });
  const invoiceDetails = { customerLastName: customer.name, customerEmail: customer.email, directDebitIban: customer.iban };
  const { secret, invoice } = await givenCustomer(partner, { company, invoice: invoiceDetails });
  const { person } = await givenMember(partner);
  const byKey = { Authorization: `ApiKey ${apiKey}` };
  const body = invoiceBody(importId, {
    customer: { name: { last_name: customer.name }, email: { email_address: customer.email } },
    direct_debit_iban: customer.iban,
  });

  const callInterface = async () => {
    await ask("/api/v2/invoices", json(body, byKey));
    await ask("/api/v2/invoices", json({ ...body, [customer.name]: customer.iban, invoice_lines: customer.email }, byKey));
    await ask("/api/v2/invoices", { ...json(body, byKey), body: `{"name": "${customer.name}", ${customer.iban}` });
    await ask(`/api/v2/invoices/${invoice.id}?api_key=${apiKey}&search=${customer.name}`);
    await ask(`/api/v2/invoices/${apiKey}`, { headers: { ...byKey, "Idempotency-Key": apiKey, "X-Request-Id": apiKey } });
    await ask(`/api/v2/invoices/${invoice.id}`, { method: "POST", headers: { Authorization: `ApiKey ${apiKey}x` } });
  };
  await callInterface();
  await whileInvoicesAreRefused(callInterface);

  // Passwords and tokens.
  await procedure("session.requestPasswordReset", { email: person.email });
  const token = await vi.waitFor(() => tokenIn(smtp.received.map(({ data }) => data).join("\n")), { timeout: 20_000, interval: 200 });
  await ask(`/set-password?token=${token}`);
  await ask(`/set-password/${token}`);
  await procedure("session.setPassword", { token, name: "Ana", password });
  await procedure("session.setPassword", { token, name: "Ana", password: `${password}, again` });
  await signIn(person.email, `wrong ${password}`);
  await signIn(person.email, password);
  const sessionToken = jar.get("__Host-next-auth.session-token") ?? "";
  expect(sessionToken).toBeTruthy();

  // Searches and acts.
  await ask(`/invoices?search=${customer.name}`);
  await ask(
    `/api/trpc/invoices.list?input=${encodeURIComponent(JSON.stringify(wire.serialize({ search: customer.email, companyIds: customer.iban })))}`,
  );
  await ask(`/api/export/invoices?search=${encodeURIComponent(customer.email)}`);
  const recipient = { externalInvoiceNumber: "1", customerLastName: `${customer.name}s`, customerEmail: customer.email };
  const version = recipientVersion(invoice);
  const changed = { invoiceId: invoice.id, version, recipient };
  await whileInvoicesAreRefused(async () => void (await procedure("invoice.updateRecipient", changed)));

  // The customer's own page.
  const actOnLink = async () => {
    await ask(`/i/${secret}`);
    await ask(`/i/${secret}/`);
    await ask(`/i/${secret}/pdf`);
    await ask(`/i/${secret}/question`, form({ message: question }));
    await ask(`/i/${secret}/contact`, form({ customerEmail: `new.${customer.email}`, directDebitIban: customer.iban, version }));
    await ask(`/i/${secret}/nowhere/${secret}`);
  };
  await actOnLink();
  smtp.refusing = true;
  await whileInvoicesAreRefused(actOnLink);

  const metrics = await ask("/api/metrics", { headers: { Authorization: `Bearer ${METRICS_SECRET}` } });
  await expect.poll(() => db.execute(sql`select from api_request_log where status >= 500`).then(({ length }) => length)).toBeGreaterThan(0);
  await host.stop();

  const records = await db.execute<{ text: string }>(
    sql`select r::text as text from api_request_log r union all select e::text from security_events e`,
  );
  const places = {
    log: readFileSync(join(folder, "production-process.log"), "utf8"),
    metrics,
    traces: collected.traces,
    "metrics by OTLP": collected.metrics,
    refusals,
    "statements in pg_stat_activity": [...statements].join("\n"),
    "records of requests and events": records.map(({ text }) => text).join("\n"),
  };
  const canaries = { apiKey, password, token, sessionToken, link: secret, question, ...customer };
  const found = Object.entries(places).flatMap(([place, text]) =>
    Object.entries(canaries).flatMap(([name, canary]) =>
      [canary, encodeURIComponent(canary), canary.toLowerCase()].some((spelling) => text.includes(spelling)) ? [`${name} in ${place}`] : [],
    ),
  );
  expect(found).toEqual([]);
  for (const canary of [apiKey, password, token, sessionToken, secret]) expect(await tablesWith(db, canary)).toEqual([]);

  // Proves that the places are not empty merely because nothing happened.
  expect(places.log).toContain('"code":"23514"');
  expect(places.log).toContain('"msg":"procedure failed"');
  expect(metrics).toContain("http_requests_total");
  expect(collected.metrics).toContain('"http_requests_total"');
  expect(collected.metrics).toContain('"notifications_owed"');
  const spans = [...collected.traces.matchAll(/"name":"([^"]+)","kind"/g)].map(([, name]) => name);
  expect(spans).toEqual(expect.arrayContaining(["POST /api/v2/invoices", "GET /i/*/pdf", "trpc session.setPassword", "job messages"]));
  const roles = new Set([...collected.traces.matchAll(/"process.role","value":\{"stringValue":"([^"]+)"/g)].map(([, role]) => role));
  expect([...roles].sort()).toEqual(["api", "pages", "work"]);
  expect(refusals).toContain("500 ");
  expect(places["statements in pg_stat_activity"]).toContain("invoices");
}, 120_000);
