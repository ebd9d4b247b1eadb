import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { expect, inject, test } from "vitest";
import { listExposures } from "@/server/billing/households/list-exposures";
import { newId } from "@/server/platform/id";
import { enqueueCustomerMail } from "@/server/platform/mail/enqueue-mail";
import { sendMails } from "@/server/platform/mail/send-mails";
import { connect, type Database } from "./client";
import { migrate } from "./migrate";
import { only } from "./rows";

/** First version whose partners have data. */
const FIRST_RELEASE = 2;

/** Last version whose log of requests was one table. */
const BEFORE_DAYS_OF_LOG = 58;

test("a database of the first version is upgraded with its data, by an owner who is no superuser, without announcing changes", async () => {
  const { url, drop } = await givenOwnedDatabase();
  const owner = connect(url, { max: 1, prepare: false });
  try {
    await migrateTo(owner.db, FIRST_RELEASE);
    await insertInvoice(owner.db);
    const changesBefore = await owner.db.execute(sql`select * from changes`);

    await migrate(url, url);

    const invoice = only(
      await owner.db.execute(sql`select amount_total_cents::int as total, amount_billed_cents::int as billed, search_text from invoices`),
    );
    expect(invoice).toEqual({ total: 400, billed: 1_000, search_text: "jurgen muller 2026-1 100000001 juergen mueller" });
    expect(await owner.db.execute(sql`select * from changes`)).toEqual(changesBefore);
    expect(await owner.db.execute(sql`select invoice_number::int as number from payments`)).toEqual([{ number: 100_000_001 }]);
    await expect(owner.db.execute(sql`update invoices set amount_billed_cents = 1`)).rejects.toThrow();
  } finally {
    await owner.close();
    await drop();
  }
});

test("the previous version's log stays, and its processes can still log during the deploy", async () => {
  const { url, drop } = await givenOwnedDatabase();
  const owner = connect(url, { max: 1, prepare: false });
  const log = (status: number) =>
    owner.db.execute(sql`insert into api_requests (id, partner_id, key_id, answered_at, method, path, status, duration_ms, request_id)
      values (default, '1', 'key', now(), 'GET', '/', ${status}, 1, 'request')`);
  try {
    await migrateTo(owner.db, BEFORE_DAYS_OF_LOG);
    await owner.db.execute(sql`grant select, insert, delete on api_requests to ics_app`);
    await log(200);
    await migrateTo(owner.db, BEFORE_DAYS_OF_LOG + 1);
    await log(201);
    await owner.db.execute(sql`insert into api_request_log (partner_id, key_id, answered_at, method, path, status, duration_ms, request_id)
      values ('1', 'key', now(), 'GET', '/', 202, 1, 'request')`);

    const logged = await owner.db.execute(sql`select id::int, status from api_request_log order by id`);
    expect(logged.map(({ status }) => status)).toEqual([200, 201, 202]);
    expect(new Set(logged.map(({ id }) => id)).size).toBe(3);
    expect(
      await owner.db.execute(sql`select has_table_privilege('ics_app', 'api_request_log', 'insert') as log, has_table_privilege('ics_app', 'api_requests', 'insert') as before,
        has_sequence_privilege('ics_app', 'api_request_ids', 'usage') as ids`),
    ).toEqual([{ log: true, before: true, ids: true }]);
  } finally {
    await owner.close();
    await drop();
  }
});

test("only keys that could add statements before can do so after the upgrade", async () => {
  const { url, drop } = await givenOwnedDatabase();
  const owner = connect(url, { max: 1, prepare: false });
  try {
    const before = migrationsBefore("bank_scope");
    await migrateTo(owner.db, before);
    await owner.db.execute(sql`insert into partners (id, name, created_at) values (${"a".repeat(40)}, 'Partner', now())`);
    for (const [at, scopes] of [null, "{read}", "{write}", "{money}", "{read,money}"].entries()) {
      await owner.db.execute(sql`insert into api_keys (partner_id, id, name, hash, created_at, scopes)
        values (${"a".repeat(40)}, ${String(at).repeat(40)}, 'Key', ${String(at).repeat(64)}, now(), ${scopes}::text[])`);
    }
    await migrateTo(owner.db, before + 1);

    const keys = await owner.db.execute(sql`select array_to_string(scopes, ' ') as scopes from api_keys order by id`);
    expect(keys.map(({ scopes }) => scopes)).toEqual([null, "read", "write", "money bank", "read money bank"]);
  } finally {
    await owner.close();
    await drop();
  }
});

test("members with another address leave the household, nothing else changes, and exposures are listed", async () => {
  const { url, drop } = await givenOwnedDatabase();
  const owner = connect(url, { max: 1, prepare: false });
  try {
    await migrateTo(owner.db, FIRST_RELEASE);
    await insertInvoice(owner.db);
    await migrateTo(owner.db, migrationsBefore("household_departures"));
    await insertHouseholds(owner.db);
    const numberOf = async (column: string, from: string) =>
      (
        await owner.db.execute<{ at: string }>(
          sql.raw(
            `select i.external_invoice_number || coalesce(' ' || ${column}, '') as at from ${from} h join invoices i on i.id = h.invoice_id order by 1`,
          ),
        )
      ).map(({ at }) => at);

    await migrate(url, url);

    const lead = "(select l.external_invoice_number from invoices l where l.id = h.lead_invoice_id)";
    expect(await numberOf(lead, "household_members")).toEqual(["A2 A2", "A3 A2", "C1 C1", "C2 C1"]);
    expect(await numberOf("reason::text", "household_departures")).toEqual(["A1 upgraded", "B1 left_alone", "B2 upgraded"]);
    const left = sql`select i.external_invoice_number as at from changes c join invoices i on i.id = c.record_id where c.kind = 'household_left' order by 1`;
    expect((await owner.db.execute(left)).map(({ at }) => at)).toEqual(["A1", "B1", "B2"]);

    const exposures = await listExposures(owner.db);
    const seen = exposures.map(({ isByHand, invoices }) => ({
      isByHand,
      seen: invoices.map(({ externalInvoiceNumber: at, email, couldSee, pageOpenedAt }) => [
        at,
        email,
        couldSee.map(({ invoiceId }) => invoices.find((other) => other.invoiceId === invoiceId)?.externalInvoiceNumber),
        couldSee.map(({ isLinkValid }) => isLinkValid),
        couldSee.map(({ mailedAt }) => mailedAt.length),
        pageOpenedAt !== null,
      ]),
    }));
    expect(seen).toEqual([
      {
        isByHand: false,
        seen: [
          ["A1", "new@members.example", ["A2", "A3"], [false, false], [1, 0], true],
          ["A2", "a@members.example", ["A1"], [true], [0], false],
          ["A3", "a@members.example", ["A1"], [true], [0], false],
        ],
      },
      {
        isByHand: true,
        seen: [
          ["B1", "b1@members.example", ["B2"], [false], [0], false],
          ["B2", "b2@members.example", ["B1"], [false], [0], false],
        ],
      },
    ]);
  } finally {
    await owner.close();
    await drop();
  }
});

test("where a reminder had announced a fee for each invoice of a household, one fee stays: one that was charged, else on the first", async () => {
  const { url, drop } = await givenOwnedDatabase();
  const owner = connect(url, { max: 1, prepare: false });
  const id = (name: string) => name.toLowerCase().repeat(20);
  try {
    await migrateTo(owner.db, FIRST_RELEASE);
    await insertInvoice(owner.db);
    await migrateTo(owner.db, migrationsBefore("household_departures"));
    await insertHouseholds(owner.db);
    await owner.db.execute(sql`alter table outgoing_messages disable trigger user`);
    for (const name of ["C1", "C2"]) {
      await owner.db.execute(sql`insert into outgoing_messages (partner_id, id, invoice_id, kind, state, created_at, next_attempt_at, carried_by)
        values (${"a".repeat(40)}, ${id(name)}, ${id(name)}, 'reminder1', 'sent', now(), now(), ${name === "C1" ? id("C2") : null})`);
    }
    await owner.db.execute(sql`update outgoing_messages set grace_until = '2026-12-01'`);
    await owner.db.execute(sql`insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date)
      values (${"a".repeat(40)}, ${id("A2")}, 2, 'fee', 'LATE-PAYMENT-FEE-LINE', 50, now())`);
    await migrateTo(owner.db, migrationsBefore("shared_late_fees"));

    await migrate(url, url);

    const shares = sql`select invoice_id as "invoiceId", on_invoice_id as "on", message_id as "messageId", is_counted as "isCounted" from shared_late_fees order by 1`;
    expect(await owner.db.execute(shares)).toEqual([
      { invoiceId: id("A1"), on: id("A2"), messageId: id("A1"), isCounted: true },
      { invoiceId: id("C2"), on: id("C1"), messageId: id("C2"), isCounted: true },
    ]);
  } finally {
    await owner.close();
    await drop();
  }
});

test("statements that wait during the upgrade still wait, none is booked, and above the limit their author cannot accept them", async () => {
  const { url, drop } = await givenOwnedDatabase();
  const owner = connect(url, { max: 1, prepare: false });
  try {
    await migrateTo(owner.db, FIRST_RELEASE);
    await insertInvoice(owner.db);
    await migrateTo(owner.db, migrationsBefore("second_person_at_the_bank"));
    await insertWaitingStatement(owner.db, "1", { because: "opening_contradicts", closing_cents: 100, closing_on: "2026-11-01" });
    await migrateTo(owner.db, migrationsBefore("unasked_before"));
    await insertWaitingStatement(owner.db, "2", { because: "above_limit", asked_by: "person:1", incoming_cents: 900_000 });

    await migrate(url, url);

    const waits = sql`select because::text, accepted_at as accepted, incoming_cents::int as incoming from statement_waits order by statement_id`;
    expect(await owner.db.execute(waits)).toEqual([
      { because: "opening_contradicts", accepted: null, incoming: null },
      { because: "above_limit", accepted: null, incoming: 900_000 },
    ]);
    expect(await owner.db.execute(sql`select state, decisions from bank_transactions`)).toEqual([
      { state: "waiting", decisions: 0 },
      { state: "waiting", decisions: 0 },
    ]);
    expect(await owner.db.execute(sql`select from payments where status = 'paid'`)).toEqual([]);
    expect((await owner.db.execute(sql`select from desk_rankings`)).length).toBeGreaterThan(0);
    const accept = (by: string) =>
      owner.db.execute(sql`update statement_waits set accepted_by = ${by}, accepted_at = now() where because = 'above_limit'`);
    await expect(accept("person:1")).rejects.toThrow();
    await accept("person:2");
  } finally {
    await owner.close();
    await drop();
  }
});

test("the previous version keeps queueing and sending its mails and never claims newer ones; the new version sends both", async () => {
  const { url, drop } = await givenOwnedDatabase();
  const owner = connect(url, { max: 1, prepare: false });
  const queue = (subject: string) =>
    owner.db.execute(sql`insert into mails (id, recipient, locale, sender, subject, body, body_key_id, html, created_at, attempts, next_attempt_at, sent_at)
      values (${newId()}, 'ada@staff.example', 'en', null, ${subject}, ${`About ${subject}`}, null, null, now(), 0, now(), null)`);
  const claim = () =>
    owner.db.execute(sql`update mails set attempts = attempts + 1, next_attempt_at = now() + make_interval(mins => 10)
      where (id) in (select * from (select id from mails where sent_at is null and next_attempt_at <= now()
        order by next_attempt_at limit 1 for update skip locked) due) returning subject, body`);
  const finish = () => owner.db.execute(sql`update mails set sent_at = now(), body = null, body_key_id = null where attempts > 0`);
  try {
    await migrateTo(owner.db, migrationsBefore("mail_kinds"));
    await queue("before");

    await migrate(url, url);

    const to = { partnerId: newId(), recipient: "ada@staff.example", locale: "en" } as const;
    await enqueueCustomerMail(owner.db, to, "customerAddressChanged", {
      company: "Club",
      invoiceNumber: "7",
      addressee: null,
      checkCode: undefined,
      replyTo: undefined,
      country: undefined,
    });
    await queue("between");
    expect([...(await claim()), ...(await claim()), ...(await claim())]).toEqual([
      { subject: "before", body: "About before" },
      { subject: "between", body: "About between" },
    ]);
    await finish();
    await queue("after");
    const sent: { subject: string; body: string }[] = [];
    await sendMails(owner.db, async ({ subject, body }) => void sent.push({ subject, body }));
    expect(sent).toEqual([
      { subject: "Your e-mail address for invoice 7 from Club was changed", body: expect.stringContaining("from Club") },
      { subject: "after", body: "About after" },
    ]);
    expect(await owner.db.execute(sql`select from mails where sent_at is null or values is not null or body is not null`)).toEqual([]);
  } finally {
    await owner.close();
    await drop();
  }
});

/** A database with an owner who has no other rights. */
async function givenOwnedDatabase() {
  const name = "upgraded";
  const admin = connect(inject("adminUrl"), { max: 1 });
  await admin.db.execute(sql.raw(`create role ${name} login password '${name}'`));
  await admin.db.execute(sql.raw(`create database ${name} owner ${name}`));
  return {
    url: Object.assign(new URL(inject("adminUrl")), { username: name, password: name, pathname: `/${name}` }).href,
    async drop() {
      await admin.db.execute(sql.raw(`drop database ${name} with (force)`));
      await admin.db.execute(sql.raw(`drop role ${name}`));
      await admin.close();
    },
  };
}

/** Number of migrations before one. */
function migrationsBefore(name: string): number {
  const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8")) as { entries: { tag: string }[] };
  return entries.findIndex(({ tag }) => tag.endsWith(`_${name}`));
}

/** Applies the oldest `count` migrations. */
async function migrateTo(db: ReturnType<typeof connect>["db"], count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ics-upgrade-"));
  try {
    cpSync("db/migrations", folder, { recursive: true });
    const file = join(folder, "meta", "_journal.json");
    const journal = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    await applyMigrations(db, { migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Inserts an invoice as the first version did: billed 1,000, paid 600, 400 in progress, in cents. */
async function insertInvoice(db: Database): Promise<void> {
  const id = (letter: string) => letter.repeat(40);
  const line = (position: number, type: string, amountCents: number, method: string | null) => sql`
    insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date, payment_method)
    values (${id("a")}, ${id("d")}, ${position}, ${String(position)}, ${type}, ${amountCents}, now(), ${method})`;

  await db.execute(sql`insert into partners (id, name, created_at) values (${id("a")}, 'Partner', now())`);
  await db.execute(sql`insert into companies (partner_id, id, name, brand, email, locale, country_code, currency, created_at)
    values (${id("a")}, ${id("b")}, 'Club', 'brand_code_1', 'office@club.example', 'nl', 'NL', 'EUR', now())`);
  await db.execute(
    sql`insert into imports (partner_id, id, company_id, title, created_at) values (${id("a")}, ${id("c")}, ${id("b")}, 'Autumn', now())`,
  );
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into invoices (partner_id, id, company_id, import_id, external_invoice_number, locale, customer_first_name, customer_last_name,
        amount_total_cents, created_at)
      values (${id("a")}, ${id("d")}, ${id("b")}, ${id("c")}, '2026-1', 'nl', 'Jürgen', 'Müller', 1000, now())`);
    await tx.execute(line(1, "INVOICE-LINE", 1_000, null));
  });
  await db.execute(line(2, "PAYMENT-LINE", -600, "ideal"));
  await db.execute(sql`insert into payments (partner_id, id, invoice_id, method, status, amount_cents, created_at)
    values (${id("a")}, ${id("e")}, ${id("d")}, 'ideal', 'pending', 400, now())`);
}

/**
 * Three households of the previous version: one whose address was corrected, one whose two members staff joined, and one with one payer in
 * two spellings.
 */
async function insertHouseholds(db: Database): Promise<void> {
  const members = [
    ["A1", "A1", "new@members.example", null],
    ["A2", "A1", "a@members.example", null],
    ["A3", "A1", "A@members.example ", null],
    ["B1", "B1", "b1@members.example", null],
    ["B2", "B1", "b2@members.example", null],
    ["C1", "C1", "c@members.example", "NL20INGB0001234567"],
    ["C2", "C1", null, "NL20INGB0001234567"],
  ] as const;
  const id = (name: string) => name.toLowerCase().repeat(20);
  const partner = "a".repeat(40);
  for (const [name, lead, email, iban] of members) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into invoices (partner_id, id, company_id, import_id, external_invoice_number, locale, customer_last_name, customer_email, direct_debit_iban,
          amount_total_cents, amount_billed_cents, created_at)
        values (${partner}, ${id(name)}, ${"b".repeat(40)}, ${"c".repeat(40)}, ${name}, 'nl', 'Member', ${email}, ${iban}, 100, 100, now())`);
      await tx.execute(sql`insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date)
        values (${partner}, ${id(name)}, 1, ${`line${name}`}, 'INVOICE-LINE', 100, now())`);
    });
    await db.execute(sql`insert into household_members (partner_id, invoice_id, lead_invoice_id, joined_at)
      values (${partner}, ${id(name)}, ${id(lead)}, now() - interval '9 days')`);
  }
  await db.execute(sql`update imports set transmitted_at = now() - interval '9 days' where transmitted_at is null`);
  await db.execute(sql`insert into security_events (partner_id, happened_at, kind, actor, after)
    values (${partner}, now() - interval '3 days', 'household_changed', 'person:1', ${JSON.stringify({ invoices: [id("B1"), id("B2")] })}::jsonb)`);
  await db.execute(sql`insert into changes (partner_id, record, record_id, kind, actor, changed_at)
    values (${partner}, 'invoice', ${id("A1")}, 'updated', 'system', now() - interval '5 days')`);
  await db.execute(sql`insert into customer_links (partner_id, id, invoice_id, secret_hash, secret_key_id, secret_data, created_at, opened_at)
    values (${partner}, ${id("A1")}, ${id("A1")}, ${"e".repeat(64)}, 'key', 'secret', now() - interval '9 days', now() - interval '4 days')`);
  for (const [name, carriedBy] of [
    ["A1", null],
    ["A2", id("A1")],
  ] as const) {
    await db.execute(sql`insert into outgoing_messages (partner_id, id, invoice_id, kind, state, created_at, next_attempt_at, carried_by)
      values (${partner}, ${id(name)}, ${id(name)}, 'reminder1', 'sent', now() - interval '4 days', now(), ${carriedBy})`);
    await db.execute(sql`insert into messages (partner_id, id, invoice_id, type, description, created_at)
      values (${partner}, ${id(name)}, ${id(name)}, 'EMAIL', 'Reminder', now() - interval '4 days')`);
  }
}

/** Inserts a statement with one payment of 9,000.00 EUR that waits for a person. */
async function insertWaitingStatement(db: Database, digit: string, wait: Record<string, string | number>): Promise<void> {
  const [partner, company, id] = ["a".repeat(40), "b".repeat(40), digit.repeat(40)];
  const of = { partner_id: partner, id };
  const account = { company_id: company, bank_account_id: id };
  const insert = (table: string, row: Record<string, unknown>) => {
    const columns = sql.join(
      Object.keys(row).map((name) => sql.identifier(name)),
      sql`, `,
    );
    return db.execute(sql`insert into ${sql.identifier(table)} (${columns})
      select ${columns} from json_populate_record(null::${sql.identifier(table)}, ${JSON.stringify(row)}::json)`);
  };
  const [day, now] = ["2026-11-02", "2026-11-02T08:00:00Z"];
  const kept = { iban: "NL91ABNA0417164300", currency: "EUR" };
  await insert("bank_accounts", { ...of, company_id: company, created_at: now });
  await insert("statement_files", { ...of, name: "file", sha256: digit.repeat(64), bytes: 1, received_by: "person:1", received_at: now });
  await insert("bank_statements", { ...of, ...account, ...kept, file_id: id, family: "camt053", number: digit, entries: 1 });
  await insert("statement_entries", {
    ...of,
    ...{ statement_id: id, line: 1, amount_cents: 900_000, booked_on: day, bank_reference: "", is_opened: true },
  });
  await insert("bank_transactions", {
    ...{ ...of, ...account, ...kept, entry_id: id, amount_cents: 900_000, booked_on: day, value_on: day, is_reversal: false },
    ...{ name: "", text: "", instructed: "", end_to_end_id: "", return_reason: "", state: "waiting" },
    ...{ decisions: 0, may_be_repeated: false, is_unlogged: false, references: [] },
  });
  await insert("statement_waits", { ...of, statement_id: id, file_id: id, began_at: now, ...wait });
}
