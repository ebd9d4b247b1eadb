import { text } from "node:stream/consumers";
import { and, desc, eq, gt } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { securityEvents } from "@/db/schema/security-events";
import { beginExport, type ExportWords } from "@/server/billing/invoices/export-invoices";
import { accessLevels } from "@/server/domain/rules/access-levels";
import { type EventKind, eventKinds } from "@/server/domain/rules/event-kinds";
import { DomainError } from "@/server/errors";
import { beginEventsExport } from "@/server/platform/audit/export-events";
import { asNobody, recordEvent } from "@/server/platform/audit/record-event";
import { beginSession } from "@/server/tenancy/people/begin-session";
import { endSession } from "@/server/tenancy/people/end-session";
import { signIn } from "@/server/tenancy/people/sign-in";
import { recordsNamedBy } from "@/server/testing/access";
import { accessTable } from "@/server/testing/access-table";
import { givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { givenRecords } from "@/server/testing/given-records";
import { mailsTo } from "@/server/testing/mails-to";
import { createCallerFactory } from "./init";
import { appRouter } from "./router";

const callerFor = createCallerFactory(appRouter);
const visitor = { address: "192.0.2.77", deviceToken: null, userAgent: "" };

/** Security event of each act in the portal; null for acts that change neither money nor rights. */
const eventOf: Record<string, EventKind | null> = {
  "session.requestPasswordReset": "password_reset_requested",
  "session.setPassword": "password_set",
  "session.updateProfile": null,
  "session.changePassword": "password_changed",
  "session.endSession": "session_ended",
  "session.endAllSessions": "sessions_ended",
  "factors.beginProof": null,
  "factors.prove": "proof_failed",
  "factors.beginAuthenticator": null,
  "factors.addAuthenticator": "factor_added",
  "factors.beginPasskey": null,
  "factors.addPasskey": "factor_added",
  "factors.remove": "factor_removed",
  "factors.newRecoveryCodes": "recovery_codes_renewed",
  "bank.book": "bank_payment_booked",
  "bank.say": "bank_payment_decided",
  "bank.setCategory": "bank_payment_category_set",
  "bank.takeBack": "bank_payment_booked",
  "bank.assign": "bank_payment_booked",
  "bank.recogniseRefund": "bank_payment_booked",
  "bank.recogniseGivenBack": "bank_payment_booked",
  "bank.undo": "bank_payment_decided",
  "bank.acceptStatement": "bank_statement_accepted",
  "bank.withdrawStatement": "bank_statement_withdrawn",
  "bank.keepLayout": "csv_layout_kept",
  "bank.forgetPayer": "payer_forgotten",
  "bank.updateSettings": "matching_changed",
  "payouts.create": "payout_created",
  "payouts.approve": "payout_approved",
  "payouts.keep": "payout_name_kept",
  "payouts.cancel": "payout_cancelled",
  "payouts.sayPaid": "refund_recorded",
  "bankAccounts.add": "bank_account_added",
  "bankAccounts.change": "bank_account_change_requested",
  "bankAccounts.confirm": "bank_account_change_confirmed",
  "bankAccounts.withdraw": "bank_account_change_withdrawn",
  "bankAccounts.close": "bank_account_closed",
  "debits.create": "debit_file_created",
  "debits.approve": "debit_file_approved",
  "debits.withdraw": "debit_file_withdrawn",
  "debits.decideWithdrawn": "debits_freed",
  "debits.postpone": "debits_postponed",
  "debits.end": "debit_ended",
  "debits.endRefused": "debit_ended",
  "debits.markNotArrived": "debit_announcement_lost",
  "debits.repeat": "debit_repeated",
  "debits.updateSettings": "debit_settings_changed",
  "mandates.add": "mandates_recorded",
  "mandates.amend": "mandate_amended",
  "mandates.withdraw": "mandate_withdrawn",
  "companies.updateSettings": "company_settings_changed",
  "companies.setRetention": "retention_changed",
  "companies.create": "company_created",
  "companies.update": "company_changed",
  "imports.create": null,
  "imports.update": null,
  "imports.updateSettings": "import_settings_changed",
  "imports.transmit": "import_transmitted",
  "imports.delete": null,
  "invoice.updateRecipient": "iban_changed",
  "invoice.retract": "invoice_retracted",
  "imports.addInvoice": null,
  "invoice.hold": "invoice_held",
  "invoice.resume": "invoice_resumed",
  "invoice.agreeToArrangement": "arrangement_agreed",
  "invoice.endArrangement": "arrangement_ended",
  "invoice.withdrawPromise": "promise_withdrawn",
  "invoice.addAmount": "amount_added",
  "invoice.creditAmount": "amount_credited",
  "invoice.recordPayment": "payment_recorded",
  "invoice.customerLink": null,
  "invoice.replaceCustomerLink": "customer_link_replaced",
  "invoice.recordRefund": "refund_recorded",
  "invoice.refundPayment": "refund_ordered",
  "invoice.creditAndRefund": "amount_credited",
  "invoice.sendMessageAgain": null,
  "invoice.eraseCustomer": "customer_erased",
  "invoice.joinHousehold": "household_changed",
  "invoice.leaveHousehold": "household_changed",
  "invoice.dissolveHousehold": "household_changed",
  "invoice.delete": null,
  "tickets.reply": null,
  "tickets.recallReply": null,
  "tickets.sendNow": null,
  "tickets.addNote": null,
  "tickets.keepDraft": null,
  "tickets.archive": null,
  "tickets.unarchive": null,
  "tickets.assignToSupport": null,
  "tickets.takeBack": null,
  "bulkJobs.start": "bulk_action_started",
  "keys.create": "key_created",
  "keys.roll": "key_rolled",
  "keys.revoke": "key_revoked",
  "keys.setQueryRule": "query_rule_changed",
  "endpoints.create": "endpoint_created",
  "endpoints.update": "endpoint_changed",
  "endpoints.pause": "endpoint_paused",
  "endpoints.resume": "endpoint_resumed",
  "endpoints.rotateSecret": "endpoint_secret_rotated",
  "endpoints.delete": "endpoint_deleted",
  "endpoints.sendTest": null,
  "endpoints.resend": null,
  "endpoints.resendFailedSince": null,
  "people.invite": "member_invited",
  "people.resendInvitation": "invitation_resent",
  "people.change": "member_changed",
  "people.disable": "member_disabled",
  "people.enable": "member_enabled",
  "people.resetFactors": "factors_reset",
  "people.setFactorRule": "factor_rule_changed",
  "previews.send": "preview_sent",
  "proposals.approve": "proposal_approved",
  "proposals.decline": "proposal_declined",
  "proposals.setRule": "second_person_rule_changed",
  "proposals.confirmLimit": "second_person_rule_changed",
  "proposals.withdrawLimit": "second_person_rule_change_withdrawn",
  "sandbox.moveClock": null,
  "sandbox.beginSeason": null,
  "sandbox.playOn": null,
  "sandbox.stopSeason": null,
  "support.reply": null,
  "support.recallReply": null,
  "support.sendNow": null,
  "support.addNote": null,
  "support.keepDraft": null,
  "support.archive": null,
  "support.unarchive": null,
  "support.sendNewLink": "customer_link_replaced",
  "support.handBack": null,
  "team.invite": "member_invited",
  "team.inviteAgain": "invitation_resent",
  "team.disable": "member_disabled",
  "team.enable": "member_enabled",
  "team.endSessions": "sessions_ended",
  "team.resetFactors": "factors_reset",
};

const acts = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>).flatMap(
  ([path, { _def }]) => (_def.type === "mutation" ? [path] : []),
);

test("the table names for every act of the portal the event that it logs", () => {
  expect(Object.keys(eventOf).sort()).toEqual([...acts].sort());
});

async function given(wanted?: ReadonlySet<string>) {
  const partner = await givenPartner();
  const { person, actor } = await givenMember(partner, { role: "administrator" });
  const records = await givenRecords(partner, person, wanted);
  const caller = callerFor({ db, person, requestId: "request-1", visitor });
  return { partner, person, actor, records, caller };
}

const eventsOf = (partnerId: string, after = 0) =>
  db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, partnerId), gt(securityEvents.id, after)))
    .orderBy(desc(securityEvents.id));

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { cause?: unknown }) => (error.cause instanceof DomainError ? error.cause.code : String(error)),
  );

describe("acts of administrators", () => {
  const done: string[] = [];

  test.each(acts.filter((path) => [...accessLevels, "administrator"].some((door) => door === accessTable[path]?.door)))(
    "%s is logged if it succeeded, and only then",
    async (path) => {
      const access = accessTable[path];
      const wanted = new Set(access ? recordsNamedBy(access) : []);
      // The payer to be forgotten is found by an invoice.
      if (path === "bank.forgetPayer") wanted.add("invoiceId");
      const { partner, person, records, caller } = await given(wanted);
      const [last] = await eventsOf(partner.id);
      const [noun = "", verb = ""] = path.split(".");
      const procedures = caller as never as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
      const outcome = await codeOf(procedures[noun]?.[verb]?.(access?.input?.(records)) ?? Promise.reject(new Error(path)));
      const left = (await eventsOf(partner.id, last?.id)).filter(({ kind }) => kind !== "alarm_raised");
      const kind = eventOf[path];
      if (outcome !== "done" || !kind) return expect(left).toEqual([]);
      done.push(path);
      // Rolling a key also creates one.
      expect(left.map((event) => event.kind)).toContain(kind);
      for (const event of left) expect(event).toMatchObject({ actor: `person:${person.id}`, requestId: "request-1" });
      expect(new Set(left.map(({ addressHash }) => addressHash)).size).toBe(1);
      expect(left[0]?.addressHash).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  test("most of them were tested here", () => {
    expect(done.length).toBeGreaterThan(20);
  });
});

test("settings are logged with what changed, but without their texts", async () => {
  const { partner, caller, records } = await given();
  const { settings, version } = await caller.companies.settings({ companyId: records.companyId });
  const changed = { ...settings, latePaymentFeeCents: 250, personalNote: "To Ada", texts: { nl: { personalNote: "Voor Ada" } } };
  await caller.companies.updateSettings({ companyId: records.companyId, version, settings: changed });
  const [event] = await eventsOf(partner.id);
  expect(event).toMatchObject({ before: { latePaymentFeeCents: 0 }, after: { latePaymentFeeCents: 250 } });
  expect(JSON.stringify(event)).not.toContain("Ada");
});

test("a change of account number is logged without the old and the new number", async () => {
  const { partner, caller } = await given();
  const invoice = await givenInvoice(partner, { transmitted: true });
  const { recipientVersion } = await caller.invoice.get({ invoiceId: invoice.id });
  const recipient = { externalInvoiceNumber: "1", directDebitIban: "NL91ABNA0417164300", customerLastName: "Brandsma" };
  await caller.invoice.updateRecipient({ invoiceId: invoice.id, version: recipientVersion, recipient });
  const [event] = await eventsOf(partner.id);
  expect(event).toMatchObject({ kind: "iban_changed", about: `invoice:${invoice.id}`, after: { known: true } });
  expect(JSON.stringify(event)).not.toMatch(/NL91|Brandsma/);
});

test("signing in, failing to sign in and signing out are logged", async () => {
  const { partner, person } = await given();
  const [last] = await eventsOf(partner.id);
  await expect(signIn(db, { email: person.email, password: "wrong", address: "192.0.2.78" })).rejects.toThrow("invalid_credentials");
  const sessionId = await beginSession(db, { userId: person.id, sessionVersion: 1 }, visitor);
  await endSession(db, person, sessionId, "signed_out");
  const kinds = (await eventsOf(partner.id, last?.id)).map(({ kind, actor }) => [kind, actor]);
  const name = `person:${person.id}`;
  expect(kinds).toEqual([
    ["signed_out", name],
    ["signed_in", name],
    ["sign_in_failed", "nobody"],
  ]);
});

test("support's access to a conversation is logged for its partner, once an hour, without support's name", async () => {
  const { partner, caller, records } = await given();
  const { person } = await givenSupporter("Noor Haddad");
  const look = () => callerFor({ db, person, requestId: null, visitor }).support.conversation({ invoiceId: records.invoiceId });
  await look();
  await look();
  const { entries } = await caller.security.events({ area: "data" });
  expect(entries.map(({ kind, about, actorName }) => [kind, about, actorName])).toEqual([
    ["conversation_seen", `invoice:${records.invoiceId}`, null],
  ]);
  expect(await eventsOf(partner.id)).not.toEqual([]);
});

test("a failed act logs nothing", async () => {
  const { partner, caller, records } = await given();
  const [last] = await eventsOf(partner.id);
  const payment = { amountCents: 1_000_000, reason: "At the desk", mayExceed: false };
  expect(await codeOf(caller.invoice.recordPayment({ invoiceId: records.invoiceId, seenLines: 1, payment }))).toBe(
    "payment_exceeds_outstanding",
  );
  expect(await eventsOf(partner.id, last?.id)).toEqual([]);
});

test("logged events cannot be changed or removed", async () => {
  const { partner } = await given();
  await recordEvent(db, asNobody(partner.id), "sign_in_failed");
  const isTheirs = eq(securityEvents.partnerId, partner.id);
  const message = (work: Promise<unknown>) => work.then(String, (error: Error) => String(error.cause));
  expect(await message(db.delete(securityEvents).where(isTheirs))).toMatch(/insert-only|permission denied/);
  expect(await message(db.update(securityEvents).set({ kind: "signed_in" }).where(isTheirs))).toMatch(/insert-only|permission denied/);
});

test("the log can be read page by page, by area, record and person, and contains nothing of another partner", async () => {
  const { caller, person } = await given();
  const other = await given();
  await caller.keys.create({ name: "systems" });
  await other.caller.keys.create({ name: "others" });
  await caller.people.setFactorRule({ isForAll: false });

  const all = await caller.security.events({ pageSize: 100 });
  const first = await caller.security.events({ pageSize: 1 });
  const second = await caller.security.events({ pageSize: 1, before: first.next });
  expect([...first.entries, ...second.entries]).toEqual(all.entries.slice(0, 2));
  expect((await caller.security.events({ area: "systems" })).entries[0]).toMatchObject({ kind: "key_created", actorName: person.name });
  expect((await caller.security.events({ by: other.person.id })).entries).toEqual([]);
  expect((await caller.security.events({ about: other.records.keyId && `key:${other.records.keyId}` })).entries).toEqual([]);
  const ids = new Set((await eventsOf(other.partner.id)).map(({ id }) => id));
  expect(all.entries.filter(({ id }) => ids.has(id))).toEqual([]);
});

test("the exported log contains what its page shows, and the export itself is logged", async () => {
  const { partner, actor, caller } = await given();
  await Promise.all(times(3, () => caller.keys.create({ name: "systems" })));
  const { entries } = await caller.security.events({ area: "systems" });
  const file = await text(await beginEventsExport(db, actor, { area: "systems" }, "en"));
  const [, ...rows] = file.trim().split("\n");
  expect(rows.map((row) => entries.findIndex(({ about }) => about && row.includes(about)))).toEqual(entries.map((_, index) => index));
  expect((await eventsOf(partner.id))[0]).toMatchObject({ kind: "events_exported" });
});

describe("administrators are mailed", () => {
  const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
  const words = { headers: {}, states: {}, facts: {} } as ExportWords;

  test("about a new administrator, each time", async () => {
    const { caller, person, records } = await given();
    await caller.people.change({ userId: records.userId, role: "administrator", accessLevel: "money", companyIds: null });
    await caller.people.change({ userId: records.userId, role: "administrator", accessLevel: "money", companyIds: null });
    expect((await subjectsTo(person.email)).filter((subject) => subject === "A new administrator")).toHaveLength(2);
  });

  test("about fifty failures within an hour, once, also if they come at once", async () => {
    const { partner, person } = await given();
    await Promise.all(times(49, () => recordEvent(db, asNobody(partner.id), "sign_in_failed")));
    expect(await subjectsTo(person.email)).not.toContain("Many failed sign-ins");
    await Promise.all(times(6, () => db.transaction((tx) => recordEvent(tx, asNobody(partner.id), "sign_in_failed"))));
    expect((await subjectsTo(person.email)).filter((subject) => subject === "Many failed sign-ins")).toHaveLength(1);
  });

  test("about many refunds, counting each payment of a file for the bank", async () => {
    const { partner, actor, person } = await given();
    const made = (payments: number) =>
      recordEvent(db, actor, "payout_created", { about: `company:${partner.id}`, after: { payout: "", amountCents: 100, payments } });
    for (const _ of times(4, async () => 0)) await made(4);
    expect(await subjectsTo(person.email)).not.toContain("Many refunds");
    await made(4);
    for (const _ of times(20, async () => 0)) await made(1);
    expect((await subjectsTo(person.email)).filter((subject) => subject === "Many refunds")).toHaveLength(1);
  });

  test("about an export of everything, but not about a filtered one", async () => {
    const { actor, person } = await given();
    await beginExport(db, actor, { filter: { fact: "transmitted" }, ids: null, locale: "en", words });
    expect(await subjectsTo(person.email)).not.toContain("All invoices were exported");
    await beginExport(db, actor, { filter: {}, ids: null, locale: "en", words });
    expect(await subjectsTo(person.email)).toContain("All invoices were exported");
  });
});

test("every kind of event belongs to one area", () => {
  const kinds = Object.values(eventKinds).flat();
  expect(new Set(kinds).size).toBe(kinds.length);
});
