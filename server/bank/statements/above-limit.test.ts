import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { moneyActs } from "@/db/schema/money-acts";
import { partners } from "@/db/schema/partners";
import { probablePayments } from "@/db/schema/probable-payments";
import { statementWaits } from "@/db/schema/statement-waits";
import type { Actor } from "@/server/actor";
import { presentStatementFile } from "@/server/api/bank-statement";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { rankDesk } from "@/server/bank/payments/rank-desk";
import { isDeskRanked } from "@/server/billing/invoices/desk-gate";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { DAY_MS, HOUR_MS } from "@/server/domain/formats/time";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { inviteMember } from "@/server/tenancy/people/invite-member";
import { type GivenPartner, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled, lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, type MadeEntry, type MadeStatement, type StatementStyle } from "@/server/testing/statement-files";
import { acceptStatement } from "./accept-statement";
import { listStatements } from "./list-statements";
import { storeStatementFile } from "./store-statement-file";

const LIMIT_CENTS = 10_000;
const administrator = { role: "administrator", passwordHash: "a hash" } as const;
const page = { companyId: null, pageNumber: 1, pageSize: 50 };

/** A partner with a limit of 100.00, two people who decide about money, and an invoice of 150.00. */
async function given(partner?: GivenPartner) {
  const company = await givenBankingCompany(partner);
  await limit(company.partner);
  const [author, colleague] = await Promise.all([givenMember(company.partner), givenMember(company.partner)]);
  const { invoice, reference } = await givenBilled(company, { amountCents: 15_000 });
  let files = 0;
  /** Stores a file with these entries, uploaded by this actor. Returns why each of its statements waits. */
  const bring = async (
    actor: Actor,
    entries: MadeEntry[],
    { style, ...made }: Partial<MadeStatement> & { style?: StatementStyle } = {},
  ) => {
    files += 1;
    const file = receivedFile(camtFile([{ iban: company.iban, id: `S${files}`, entries, ...made }], style));
    const { statements } = await storeStatementFile(db, actor, { name: `file ${files}.xml` }, file);
    return statements.map(({ waitsBecause }) => waitsBecause);
  };
  const match = () => matchNewTransactions(db, { scope: { partnerId: company.partner.id } });
  const outstanding = async () => (await getInvoice(db, company.partner.actor, invoice.id)).amountTotalCents;
  const waits = () => db.select().from(statementWaits).where(eq(statementWaits.partnerId, company.partner.id)).orderBy(statementWaits.id);
  const statementId = async () => (await waits())[0]?.statementId ?? "";
  const states = async () => (await company.transactions()).map(({ state }) => state);
  const acts = () => db.select().from(moneyActs).where(eq(moneyActs.partnerId, company.partner.id)).orderBy(moneyActs.id);
  const people = { author: author.actor, authorPerson: author.person, colleague: colleague.actor, colleaguePerson: colleague.person };
  return { ...company, ...people, invoice, reference, bring, match, outstanding, waits, statementId, states, acts };
}

function limit({ id }: Pick<GivenPartner, "id">) {
  return db.update(partners).set({ secondPersonAboveCents: LIMIT_CENTS }).where(eq(partners.id, id));
}

async function keyOf(partner: GivenPartner, createdBy: string | null): Promise<Actor> {
  const { id } = await createApiKey(db, partner.id, { name: "bank feed", createdBy });
  return { ...partner.actor, kind: "key", id };
}

async function record(partner: GivenPartner, actor: Actor, amountCents: number) {
  const invoice = await givenInvoice(partner, { amountCents, transmitted: true });
  return recordExternalPayment(db, actor, invoice.id, 1, { amountCents, reason: "Cash", mayExceed: false });
}

test("a statement file above the limit books nothing until another, settled person accepts it", async () => {
  const { partner, company, author, colleague, colleaguePerson, bring, match, outstanding, reference, statementId, waits } = await given();
  expect(await bring(author, [{ cents: 15_000, reference }])).toEqual(["above_limit"]);
  await match();
  expect(await outstanding()).toBe(15_000);
  expect(await waits()).toMatchObject([{ because: "above_limit", askedBy: `person:${author.id}`, incomingCents: 15_000, aloneFrom: null }]);
  expect((await mailsTo(colleaguePerson.email)).map(({ body }) => body)).toEqual([expect.stringContaining(`company=${company.id}`)]);

  const admin = await givenMember(partner, administrator);
  const { id } = await inviteMember(db, admin.actor, {
    role: "administrator",
    accessLevel: "money",
    companyIds: null,
    email: `${crypto.randomUUID()}@new.example`,
  });
  const statement = await statementId();
  await expect(acceptStatement(db, author, statement)).rejects.toMatchObject({ code: "bank_statement_is_own" });
  await expect(acceptStatement(db, { ...author, id }, statement)).rejects.toMatchObject({ code: "approver_not_settled" });
  await acceptStatement(db, colleague, statement);
  await match();
  expect(await outstanding()).toBe(0);
});

test("the desk and the list of statements show what waits, who uploaded it, and why the reader cannot accept it", async () => {
  const { author, authorPerson, colleague, bring, transactions, reference } = await given();
  await bring(author, [{ cents: 15_000, reference }], { on: "2026-11-20" });
  const brought = [{ fileName: "file 1.xml", broughtByName: authorPerson.name, incomingCents: 15_000, aloneFrom: null }];
  await bring(author, [{ cents: 1 }]);
  // Waiting statements come first.
  const waits = async (actor: Actor) => (await listStatements(db, actor, page)).entries.map(({ wait }) => wait);
  expect(await waits(author)).toMatchObject([{ contradicts: null, aboveLimit: brought, blocker: "own" }, null]);
  expect(await waits(colleague)).toMatchObject([{ aboveLimit: brought, blocker: null }, null]);
  const [came] = await transactions();
  expect((await describeTransaction(db, colleague, came?.id ?? "")).wait).toMatchObject({ aboveLimit: brought });
});

test("the answer to the upload states that the statement waits, in the same shape as before", async () => {
  const { author, iban, reference } = await given();
  const file = () => receivedFile(camtFile([{ iban, entries: [{ cents: 15_000, reference }] }]));
  const answer = presentStatementFile(await storeStatementFile(db, author, { name: "" }, file()));
  expect(answer.statements).toMatchObject([{ new_entries_count: 1, waiting_because: "above_limit" }]);
  const again = presentStatementFile(await storeStatementFile(db, author, { name: "" }, file()));
  expect(again).toMatchObject({ is_repeated: true, statements: [{ new_entries_count: 0, waiting_because: "above_limit" }] });
});

test("files, recorded payments and further files of one person add up over 24 hours", async () => {
  const { partner, author, colleague, bring } = await given();
  expect(await record(partner, author, 6_000)).toBe("done");
  expect(await bring(author, [{ cents: 4_000 }])).toEqual([null]);
  expect(await bring(author, [{ cents: 1, text: "more" }])).toEqual(["above_limit"]);
  expect(await record(partner, author, 1)).toBe("proposed");
  expect(await bring(colleague, [{ cents: 10_000, text: "of a colleague" }])).toEqual([null]);
  expect(await bring({ ...author, clockOffsetMs: DAY_MS + HOUR_MS }, [{ cents: 2, text: "a day later" }])).toEqual([null]);
});

test("money that came in another file, outgoing money and announced money do not count; each currency counts separately", async () => {
  const { author, colleague, iban, store, bring, acts } = await given();
  await store(mt940File({ iban, entries: [{ cents: 15_000, text: "before" }] }));
  expect(await bring(author, [{ cents: 15_000, text: "before" }])).toEqual([null]);
  expect(await bring(author, [{ cents: -50_000 }, { cents: 60_000, status: "PDNG" }, { cents: 9_000, text: "new" }])).toEqual([null]);
  expect((await acts()).map(({ kind, amountCents }) => [kind, amountCents])).toEqual([["statement", 9_000]]);
  expect(await bring(author, [{ cents: 9_000 }], { currency: "CHF" })).toEqual([null]);
  const both = camtFile([
    { iban, id: "E", entries: [{ cents: 9_000, text: "euros" }] },
    { iban, id: "F", currency: "USD", entries: [{ cents: 10_001 }] },
  ]);
  const { statements } = await storeStatementFile(db, colleague, { name: "two" }, receivedFile(both));
  expect(statements.map(({ waitsBecause }) => waitsBecause)).toEqual([null, "above_limit"]);
});

test.each<[string, () => Promise<{ bring: () => Promise<unknown> }>]>([
  [
    "of a partner without a limit",
    async () => {
      const { partner, author, bring } = await given();
      await db.update(partners).set({ secondPersonAboveCents: null }).where(eq(partners.id, partner.id));
      return { bring: () => bring(author, [{ cents: 90_000 }]) };
    },
  ],
  [
    "in a sandbox",
    async () => {
      const { author, bring } = await given(await givenPartner({ isSandbox: true }));
      return { bring: () => bring(author, [{ cents: 90_000 }]) };
    },
  ],
  [
    "that the operator's folder brings",
    async () => {
      const { partner, bring } = await given();
      return { bring: () => bring(partner.actor, [{ cents: 90_000 }]) };
    },
  ],
])("a statement %s does not wait", async (_, make) => {
  expect(await (await make()).bring()).toEqual([null]);
});

test("uploads by a key count together with all keys of the same maker, and wait for 24 hours; administrators are told", async () => {
  const { partner, author, colleague, bring, match, outstanding, reference, statementId } = await given();
  const admin = await givenMember(partner, administrator);
  expect(await bring(await keyOf(partner, author.id), [{ cents: 9_000 }])).toEqual([null]);
  expect(await bring(await keyOf(partner, author.id), [{ cents: 15_000, reference }])).toEqual(["above_limit"]);
  expect((await mailsTo(admin.person.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining("nobody can accept it")]);
  for (const actor of [author, colleague, admin.actor]) {
    await expect(acceptStatement(db, actor, await statementId())).rejects.toMatchObject({ code: "asked_by_key" });
  }
  const later = { ...colleague, clockOffsetMs: DAY_MS + HOUR_MS };
  await acceptStatement(db, later, await statementId());
  await match();
  expect(await outstanding()).toBe(0);
});

test("if nobody else can accept a statement, its author can after 24 hours; a second file within the hour causes no further mail", async () => {
  const given = await givenBankingCompany();
  await limit(given.partner);
  const { actor, person } = await givenMember(given.partner, administrator);
  const bring = (id: string) =>
    storeStatementFile(db, actor, { name: id }, receivedFile(camtFile([{ iban: given.iban, id, entries: [{ cents: 10_001, text: id }] }])));
  await bring("first");
  await bring("second");
  expect(await mailsTo(person.email)).toHaveLength(1);
  const [wait] = await db.select().from(statementWaits).where(eq(statementWaits.partnerId, given.partner.id));
  const statement = wait?.statementId ?? "";
  await expect(acceptStatement(db, actor, statement)).rejects.toMatchObject({ code: "bank_statement_is_own" });
  await acceptStatement(db, { ...actor, clockOffsetMs: DAY_MS + HOUR_MS }, statement);
});

test("of two people who accept a statement at once, one succeeds, and it is booked once", async () => {
  const { author, colleague, partner, bring, match, outstanding, reference, statementId, states } = await given();
  const other = (await givenMember(partner)).actor;
  await bring(author, [{ cents: 15_000, reference }]);
  const id = await statementId();
  const outcomes = await Promise.allSettled([colleague, other, colleague, other].map((actor) => acceptStatement(db, actor, id)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await Promise.all([match(), match()]);
  expect([await outstanding(), await states()]).toEqual([0, ["booked"]]);
});

test("of twenty files at once, those within the limit pass, and the others wait", async () => {
  const { author, bring } = await given();
  const waits = await Promise.all(times(20, (index) => bring(author, [{ cents: 4_000, text: `file ${index}` }])));
  expect(waits.flat().filter((because) => because === null)).toHaveLength(2);
});

test("a file that is refused in the end does not count, and no statement waits", async () => {
  const { author, iban, acts, waits } = await given();
  const store = (cents: number) =>
    db.transaction(async (tx) => {
      await storeStatementFile(tx, author, { name: "" }, receivedFile(camtFile([{ iban, id: `${cents}`, entries: [{ cents }] }])));
      throw new Error("The process ended");
    });
  await expect(store(9_000)).rejects.toThrow("The process ended");
  await expect(store(15_000)).rejects.toThrow("The process ended");
  expect([await acts(), await waits()]).toEqual([[], []]);
});

test("while a statement waits, its payments hold the invoices they probably pay; until they are ranked, nothing is demanded at all", async () => {
  const { partner, author, colleague, bring, match, invoice, reference, statementId } = await given();
  await bring(author, [{ cents: 15_000, reference }]);
  expect(await isDeskRanked(db, partner.id)).toBe(false);
  await lookAtDesk(partner);
  expect(await isDeskRanked(db, partner.id)).toBe(true);
  const held = () =>
    db
      .select({ invoiceId: probablePayments.invoiceId })
      .from(probablePayments)
      .where(and(eq(probablePayments.partnerId, partner.id), isNull(probablePayments.endedAt)));
  expect(await held()).toEqual([{ invoiceId: invoice.id }]);
  await acceptStatement(db, colleague, await statementId());
  expect(await isDeskRanked(db, partner.id)).toBe(false);
  await match();
  expect(await held()).toEqual([]);
});

test("a waiting file has its own payments ranked, and not the rest of the desk", async () => {
  const { partner, author, bring, transactions, told } = await given();
  await told([{ cents: 100, name: "Nobody", text: "hello" }], { id: "earlier" });
  const [earlier] = await transactions();
  expect(earlier).toMatchObject({ state: "open", rankedAt: expect.any(Date) });
  await bring(author, [{ cents: 15_000 }, { cents: 16_000 }]);
  expect(await rankDesk(db, { scope: { partnerId: partner.id } })).toBe(2);
  expect((await transactions()).map(({ state, rankedAt }) => [state, rankedAt !== null])).toEqual([
    ["open", true],
    ["waiting", true],
    ["waiting", true],
  ]);
  expect((await transactions())[0]?.rankedAt).toEqual(earlier?.rankedAt);
});

test("if a file details a waiting statement's payments, neither of the two who uploaded them can accept it", async () => {
  const { partner, author, colleague, iban, bring, states, statementId } = await given();
  const whole = (contents: string) => contents.replace(/<NtryDtls>[\s\S]*<\/NtryDtls>/, "");
  const entry = { cents: 15_000, bankReference: "BATCH", name: "", iban: "" };
  await storeStatementFile(db, author, { name: "whole" }, receivedFile(whole(camtFile([{ iban, entries: [entry] }]))));
  const batch = [{ cents: 9_000 }, { cents: 6_000 }];
  expect(await bring(colleague, [{ cents: 15_000, bankReference: "BATCH", batch }], { style: "notification8" })).toEqual([null]);
  expect(await states()).toEqual(["waiting", "waiting"]);
  const id = await statementId();
  await expect(acceptStatement(db, author, id)).rejects.toMatchObject({ code: "bank_statement_is_own" });
  await expect(acceptStatement(db, colleague, id)).rejects.toMatchObject({ code: "bank_statement_is_own" });
  await acceptStatement(db, (await givenMember(partner)).actor, id);
  expect(await states()).toEqual(["new", "new"]);
});

test("a statement that both contradicts and exceeds the limit waits for both reasons, and one acceptance settles both", async () => {
  const { author, colleague, bring, statementId, waits } = await given();
  await bring(author, [{ cents: 1_000 }]);
  const next = { on: "2026-11-26", opening: 500_000 };
  expect(await bring(author, [{ cents: 15_000, on: "2026-11-26" }], next)).toEqual(["above_limit"]);
  expect((await waits()).map(({ because }) => because).sort()).toEqual(["above_limit", "opening_contradicts"]);
  const id = await statementId();
  await expect(acceptStatement(db, author, id)).rejects.toMatchObject({ code: "bank_statement_is_own" });
  await acceptStatement(db, colleague, id);
  expect((await waits()).every(({ acceptedBy }) => acceptedBy === `person:${colleague.id}`)).toBe(true);
});

test("the database refuses an acceptance by the person who uploaded it", async () => {
  const { author, bring, waits } = await given();
  await bring(author, [{ cents: 15_000 }]);
  const [wait] = await waits();
  const accepted = db
    .update(statementWaits)
    .set({ acceptedBy: `person:${author.id}`, acceptedAt: new Date() })
    .where(eq(statementWaits.id, wait?.id ?? ""));
  await expect(accepted).rejects.toThrow();
});
