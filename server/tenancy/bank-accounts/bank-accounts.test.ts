import { and, desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import { importSettings } from "@/db/schema/collection-settings";
import type { Company } from "@/db/schema/companies";
import { securityEvents } from "@/db/schema/security-events";
import type { Actor } from "@/server/actor";
import { getCompanySettings } from "@/server/billing/collection-settings/get-company-settings";
import { updateCompanySettings } from "@/server/billing/collection-settings/update-company-settings";
import { describeImport } from "@/server/billing/imports/describe-import";
import { getImportSettings } from "@/server/billing/imports/get-import-settings";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { updateImportSettings } from "@/server/billing/imports/update-import-settings";
import { DAY_MS, MINUTE_MS } from "@/server/domain/formats/time";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { accountFacts, givenBankAccount } from "@/server/testing/given-bank-account";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { accountOfImport } from "./account-of-import";
import { addBankAccount } from "./add-bank-account";
import type { AccountFacts } from "./bank-account";
import { changeBankAccount } from "./change-bank-account";
import { closeBankAccount } from "./close-bank-account";
import { confirmChange, withdrawChange } from "./decide-change";
import { getBankAccount, listBankAccounts } from "./find-bank-accounts";

const administrator = { role: "administrator" } as const;

async function given() {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  const [ana, ben] = await Promise.all([givenMember(partner, administrator), givenMember(partner, administrator)]);
  return { partner, company, ana, ben };
}

/** The same actor, `ms` later. */
const later = (actor: Actor, ms: number): Actor => ({ ...actor, clockOffsetMs: actor.clockOffsetMs + ms });

async function waitingIn(actor: Actor, id: string): Promise<string> {
  return (await getBankAccount(db, actor, id)).waiting?.id ?? "";
}

async function factsFor(actor: Actor, importId: string) {
  return (await accountOfImport(db, actor, importId))?.facts;
}

async function sentImport(partner: GivenPartner, company: Company): Promise<string> {
  const into = await givenImport(partner, { company });
  await givenInvoice(partner, { import: into });
  await transmitImport(db, partner.actor, into.id);
  return into.id;
}

describe("a company's first account", () => {
  test("counts at once, and every import that named none is paid into it, also those that were sent", async () => {
    const { partner, company, ana } = await given();
    const open = await givenImport(partner, { company });
    const sent = await sentImport(partner, company);
    const facts = accountFacts();

    const added = await addBankAccount(db, ana.actor, company.id, facts);

    expect(added).toMatchObject({ current: facts, waiting: null, closedAt: null });
    for (const importId of [open.id, sent]) expect(await factsFor(ana.actor, importId)).toEqual(facts);
    const next = await givenImport(partner, { company });
    expect((await getImportSettings(db, ana.actor, next.id))?.settings.bankAccountId).toBe(added.id);
  });

  test("waits like any other if a key adds it", async () => {
    const { partner, company } = await given();
    const key = await createApiKey(db, partner.id, { name: "systems" });
    const actor: Actor = { ...partner.actor, kind: "key", id: key.id };
    const sent = await sentImport(partner, company);

    const added = await addBankAccount(db, actor, company.id, accountFacts());

    expect(added.current).toBeNull();
    expect(added.waiting).toMatchObject({ requesterName: "systems" });
    expect(await factsFor(actor, sent)).toBeUndefined();
    expect(await factsFor(later(actor, DAY_MS + MINUTE_MS), sent)).toMatchObject({ iban: added.waiting?.iban });
  });

  test("one of several added at once takes effect at once", async () => {
    const { company, ana } = await given();
    const added = await Promise.all(times(5, () => addBankAccount(db, ana.actor, company.id, accountFacts())));
    expect(added.filter(({ current }) => current)).toHaveLength(1);
  });
});

describe("a change of an account", () => {
  test("counts after 24 hours, and what was sent before keeps what it named", async () => {
    const { partner, company, ana } = await given();
    const before = accountFacts();
    const { id } = await addBankAccount(db, ana.actor, company.id, before);
    const sent = await sentImport(partner, company);
    const open = await givenImport(partner, { company });
    const after = accountFacts({ holder: "Rowing Club Southbank" });

    const changed = await changeBankAccount(db, ana.actor, id, after);

    expect(changed).toMatchObject({ current: before, waiting: { ...after, blocker: "own" } });
    expect(await factsFor(later(ana.actor, DAY_MS - MINUTE_MS), open.id)).toEqual(before);
    const tomorrow = later(ana.actor, DAY_MS + MINUTE_MS);
    expect(await getBankAccount(db, tomorrow, id)).toMatchObject({ current: after, waiting: null });
    expect(await factsFor(tomorrow, open.id)).toEqual(after);
    expect(await factsFor(tomorrow, sent)).toEqual(before);
  });

  test("counts at once if another administrator confirms it, and not if its author does", async () => {
    const { partner, company, ana, ben } = await given();
    const { id } = await givenBankAccount(partner, company);
    const facts = accountFacts();
    await changeBankAccount(db, ana.actor, id, facts);
    const changeId = await waitingIn(ana.actor, id);
    await expect(confirmChange(db, ana.actor, id, changeId)).rejects.toMatchObject({ code: "bank_account_change_is_own" });

    await confirmChange(db, ben.actor, id, changeId);

    expect(await getBankAccount(db, ana.actor, id)).toMatchObject({ current: facts, waiting: null });
    await expect(withdrawChange(db, ben.actor, id, changeId)).rejects.toMatchObject({ code: "no_bank_account_change" });
  });

  test("that a key asked for always waits its 24 hours: nobody shortens it", async () => {
    const { partner, company, ana, ben } = await given();
    const { id } = await givenBankAccount(partner, company);
    for (const createdBy of [ana.actor.id, null]) {
      const key = await createApiKey(db, partner.id, { name: "systems", createdBy });
      const facts = accountFacts();
      await changeBankAccount(db, { ...partner.actor, kind: "key", id: key.id }, id, facts);
      const changeId = await waitingIn(ana.actor, id);
      for (const { actor } of [ana, ben]) {
        await expect(confirmChange(db, actor, id, changeId)).rejects.toMatchObject({ code: "asked_by_key" });
      }
      expect(await getBankAccount(db, ben.actor, id)).toMatchObject({ waiting: { blocker: "by_key" } });
      expect(await getBankAccount(db, later(ben.actor, DAY_MS + MINUTE_MS), id)).toMatchObject({ current: facts, waiting: null });
      await withdrawChange(db, ben.actor, id, changeId);
    }
  });

  test("can be withdrawn by any administrator until it counts, and then is no more", async () => {
    const { company, ana, ben } = await given();
    const before = accountFacts();
    const { id } = await addBankAccount(db, ana.actor, company.id, before);
    await changeBankAccount(db, ana.actor, id, accountFacts());
    const changeId = await waitingIn(ana.actor, id);

    await expect(withdrawChange(db, later(ben.actor, DAY_MS + MINUTE_MS), id, changeId)).rejects.toMatchObject({
      code: "no_bank_account_change",
    });
    await withdrawChange(db, ben.actor, id, changeId);

    expect(await getBankAccount(db, later(ana.actor, 2 * DAY_MS), id)).toMatchObject({ current: before, waiting: null });
    await expect(confirmChange(db, ben.actor, id, changeId)).rejects.toMatchObject({ code: "no_bank_account_change" });
  });

  test("of an account that never counted takes the account away", async () => {
    const { partner, company, ana, ben } = await given();
    await givenBankAccount(partner, company);
    const { id, waiting } = await addBankAccount(db, ana.actor, company.id, accountFacts());
    const { version, settings } = await getCompanySettings(db, ana.actor, company.id);
    await updateCompanySettings(db, ana.actor, company.id, { ...settings, bankAccountId: id }, version);

    await withdrawChange(db, ben.actor, id, waiting?.id ?? "");

    expect(await getBankAccount(db, ana.actor, id)).toMatchObject({ current: null, waiting: null, closedAt: expect.any(Date) });
    expect((await getCompanySettings(db, ana.actor, company.id)).settings.bankAccountId).toBeNull();
  });

  test("waits alone: another is refused, the same again is none, and of two at once one waits", async () => {
    const { company, ana, ben } = await given();
    const { id } = await addBankAccount(db, ana.actor, company.id, accountFacts());
    const facts = [accountFacts(), accountFacts()];
    const outcomes = await Promise.allSettled(facts.map((each) => changeBankAccount(db, ana.actor, id, each)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const asked = (await getBankAccount(db, ana.actor, id)).waiting;
    if (!asked) throw new Error("nothing waits");

    expect(await changeBankAccount(db, ben.actor, id, asked)).toMatchObject({ waiting: { id: asked.id } });
    await expect(changeBankAccount(db, ben.actor, id, accountFacts())).rejects.toMatchObject({ code: "bank_account_change_waiting" });
  });

  test("one of two who decide at once succeeds", async () => {
    const { company, ana, ben } = await given();
    const { id } = await addBankAccount(db, ana.actor, company.id, accountFacts());
    await changeBankAccount(db, ana.actor, id, accountFacts());
    const changeId = await waitingIn(ana.actor, id);
    const outcomes = await Promise.allSettled([
      confirmChange(db, ben.actor, id, changeId),
      withdrawChange(db, ana.actor, id, changeId),
      confirmChange(db, ben.actor, id, changeId),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

test("every act is told to all administrators, in their language, and is on record with before and after", async () => {
  const { partner, company, ana, ben } = await given();
  await givenMember(partner, { ...administrator, locale: "de" });
  const [first, second] = [accountFacts(), accountFacts()];
  const { id } = await addBankAccount(db, ana.actor, company.id, first);
  await changeBankAccount(db, ana.actor, id, second);
  await confirmChange(db, ben.actor, id, await waitingIn(ana.actor, id));
  await changeBankAccount(db, ana.actor, id, first);
  await withdrawChange(db, ana.actor, id, await waitingIn(ana.actor, id));
  await closeBankAccount(db, ana.actor, id);

  const told = await mailsTo(ben.person.email);
  expect(told).toHaveLength(6);
  expect(told.every(({ subject }) => subject.includes(company.name))).toBe(true);
  expect(told[1]?.body).toContain(second.iban.replace(/(.{4})(?=.)/g, "$1\u00a0"));
  const events = await db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.about, `company:${company.id}`)))
    .orderBy(desc(securityEvents.id));
  expect(events.map(({ kind, before, after }) => [kind, before?.iban, after?.iban])).toEqual([
    ["bank_account_closed", second.iban, undefined],
    ["bank_account_change_withdrawn", second.iban, first.iban],
    ["bank_account_change_requested", second.iban, first.iban],
    ["bank_account_change_confirmed", first.iban, second.iban],
    ["bank_account_change_requested", first.iban, second.iban],
    ["bank_account_added", undefined, first.iban],
    ["company_created", undefined, undefined],
  ]);
  // Only the changed fields, and the account's id.
  expect(events[2]).toMatchObject({ after: { account: id, inForceAt: expect.any(String) } });
  expect(Object.keys(events[2]?.before ?? {})).toEqual(["iban"]);
});

describe("a closed account", () => {
  test("is named by no further import, and by those that were sent", async () => {
    const { partner, company, ana } = await given();
    const facts = accountFacts();
    const { id } = await addBankAccount(db, ana.actor, company.id, facts);
    const sent = await sentImport(partner, company);
    const open = await givenImport(partner, { company });

    await closeBankAccount(db, ana.actor, id);

    expect(await factsFor(ana.actor, open.id)).toBeUndefined();
    expect(await factsFor(ana.actor, sent)).toEqual(facts);
    expect((await getCompanySettings(db, ana.actor, company.id)).settings.bankAccountId).toBeNull();
    await expect(changeBankAccount(db, ana.actor, id, accountFacts())).rejects.toMatchObject({ code: "bank_account_closed" });
    await expect(closeBankAccount(db, ana.actor, id)).rejects.toMatchObject({ code: "bank_account_closed" });
  });

  test("can be closed while imports are transmitted: neither fails, and each names it or none", async () => {
    const { partner, company, ana } = await given();
    const { id } = await addBankAccount(db, ana.actor, company.id, accountFacts());
    const open = await Promise.all(times(6, () => givenImport(partner, { company })));
    for (const into of open) await givenInvoice(partner, { import: into });
    const [closed, ...sent] = await Promise.allSettled([
      closeBankAccount(db, ana.actor, id),
      ...open.map((into) => transmitImport(db, partner.actor, into.id)),
    ]);
    expect([closed, ...sent].map(({ status }) => status)).toEqual(Array(7).fill("fulfilled"));
    const { closedAt } = await getBankAccount(db, ana.actor, id);
    expect(closedAt).not.toBeNull();
    for (const into of open) {
      const named = (await getImportSettings(db, ana.actor, into.id))?.settings.bankAccountId;
      expect([id, null]).toContain(named);
    }
  });

  test("makes room for one with the same number, which waits", async () => {
    const { company, ana } = await given();
    const facts = accountFacts();
    const { id } = await addBankAccount(db, ana.actor, company.id, facts);
    await expect(addBankAccount(db, ana.actor, company.id, facts)).rejects.toMatchObject({ code: "bank_account_exists" });
    await closeBankAccount(db, ana.actor, id);
    expect(await addBankAccount(db, ana.actor, company.id, facts)).toMatchObject({ current: null, waiting: facts });
  });
});

describe("the account that an import is paid into", () => {
  test("is chosen among the company's own that are open", async () => {
    const { partner, company, ana } = await given();
    await givenBankAccount(partner, company);
    const second = await addBankAccount(db, ana.actor, company.id, accountFacts());
    const elsewhere = await givenBankAccount(partner, await givenCompany(partner));
    const into = await givenImport(partner, { company });
    const choose = async (bankAccountId: string) => {
      const { version = "", settings } = (await getImportSettings(db, ana.actor, into.id)) ?? {};
      if (!settings) throw new Error("no settings");
      await updateImportSettings(db, ana.actor, into.id, { ...settings, bankAccountId }, version);
    };

    await choose(second.id);
    expect((await getImportSettings(db, ana.actor, into.id))?.settings.bankAccountId).toBe(second.id);
    await expect(choose(elsewhere.id)).rejects.toMatchObject({ code: "invalid_bank_account_id", kind: "refused" });
    await closeBankAccount(db, ana.actor, second.id);
    await expect(choose(second.id)).rejects.toMatchObject({ code: "invalid_bank_account_id" });
    await expect(
      db.update(importSettings).set({ bankAccountId: elsewhere.id }).where(eq(importSettings.importId, into.id)),
    ).rejects.toThrow();
    const { version, settings } = await getCompanySettings(db, ana.actor, company.id);
    await expect(
      updateCompanySettings(db, ana.actor, company.id, { ...settings, bankAccountId: elsewhere.id }, version),
    ).rejects.toMatchObject({ code: "invalid_bank_account_id" });
  });

  test("fits the currency, or a transfer is not offered, which the import's review says", async () => {
    const { partner, ana } = await given();
    const swiss = await givenCompany(partner, { currency: "CHF", countryCode: "CH" });
    const into = await givenImport(partner, { company: swiss });
    expect(await describeImport(db, ana.actor, into.id)).toMatchObject({ canTransfer: false });
    await expect(addBankAccount(db, ana.actor, swiss.id, accountFacts({ country: "DE" }))).rejects.toMatchObject({
      code: "bank_account_not_in_currency",
    });

    await addBankAccount(db, ana.actor, swiss.id, accountFacts({ country: "CH" }));

    expect(await describeImport(db, ana.actor, into.id)).toMatchObject({ canTransfer: true });
    await db
      .update(importSettings)
      .set({ paymentMethods: ["credit_card"] })
      .where(eq(importSettings.importId, into.id));
    expect(await describeImport(db, ana.actor, into.id)).toMatchObject({ canTransfer: null });
  });

  test.each([
    ["EUR", { country: "DE" }, true],
    ["EUR", { country: "CH" }, true],
    ["EUR", { country: "GB" }, true],
    ["GBP", { country: "GB" }, true],
    ["GBP", { country: "NL" }, false],
    ["CHF", { country: "CH", qrIban: "CH4431999123000889012" }, true],
    ["EUR", { country: "CH", qrIban: "CH4431999123000889012" }, false],
    ["CHF", { country: "NL" }, false],
  ] as const)("takes %s into %o: %s", async (currency, facts, isTaken) => {
    const { partner, ana } = await given();
    const company = await givenCompany(partner, { currency });
    const outcome = await addBankAccount(db, ana.actor, company.id, accountFacts(facts)).then(
      () => true,
      (error: { code?: string }) => error.code,
    );
    expect(outcome).toBe(isTaken || "bank_account_not_in_currency");
  });
});

test("a QR-IBAN belongs to one account of a company", async () => {
  const { partner, ana } = await given();
  const company = await givenCompany(partner, { currency: "CHF" });
  const qrIban = "CH4431999123000889012";
  const { id } = await addBankAccount(db, ana.actor, company.id, accountFacts({ country: "CH", qrIban }));
  const another = accountFacts({ country: "CH", qrIban });
  await expect(addBankAccount(db, ana.actor, company.id, another)).rejects.toMatchObject({ code: "bank_account_exists" });
  const { id: second } = await addBankAccount(db, ana.actor, company.id, { ...another, qrIban: null });
  await expect(changeBankAccount(db, ana.actor, second, another)).rejects.toMatchObject({ code: "bank_account_exists" });
  expect((await getBankAccount(db, ana.actor, id)).current).toMatchObject({ qrIban });
});

test("another company's accounts and another partner's are not found", async () => {
  const { partner, company } = await given();
  const { id } = await givenBankAccount(partner, company);
  const { actor: limited } = await givenMember(partner, { companyIds: [(await givenCompany(partner)).id] });
  for (const stranger of [(await givenPartner()).actor, limited]) {
    await expect(getBankAccount(db, stranger, id)).rejects.toMatchObject({ code: "invalid_bank_account_id" });
    await expect(listBankAccounts(db, stranger, company.id)).rejects.toMatchObject({ code: "invalid_company_id" });
    await expect(changeBankAccount(db, stranger, id, accountFacts())).rejects.toMatchObject({ code: "invalid_bank_account_id" });
    await expect(closeBankAccount(db, stranger, id)).rejects.toMatchObject({ code: "invalid_bank_account_id" });
    await expect(addBankAccount(db, stranger, company.id, accountFacts())).rejects.toMatchObject({ code: "invalid_company_id" });
  }
});

describe("the database refuses", () => {
  const wrong: [string, Partial<typeof bankAccountDetails.$inferInsert>][] = [
    ["that what an account said is changed", { iban: "NL91ABNA0417164300" }],
    ["that a wait is ended by nobody", { inForceAt: new Date() }],
    ["that a wait is ended by its author", { inForceAt: new Date(Date.now() + 1_000), confirmedBy: "system" }],
    ["that what counts is withdrawn", { withdrawnAt: new Date(Date.now() + 2 * DAY_MS), withdrawnBy: "person:1" }],
    ["that a change is withdrawn by nobody", { withdrawnAt: new Date() }],
  ];
  test.each(wrong)("%s", async (_, values) => {
    const { partner, company } = await given();
    const { id } = await givenBankAccount(partner, company);
    await changeBankAccount(db, partner.actor, id, accountFacts());
    const changeId = await waitingIn(partner.actor, id);
    await expect(db.update(bankAccountDetails).set(values).where(eq(bankAccountDetails.id, changeId))).rejects.toThrow();
  });

  test("that an account is opened again, or moves to another company", async () => {
    const { partner, company, ana } = await given();
    const { id } = await givenBankAccount(partner, company);
    await closeBankAccount(db, ana.actor, id);
    const other = await givenCompany(partner);
    await expect(db.update(bankAccounts).set({ closedAt: null }).where(eq(bankAccounts.id, id))).rejects.toThrow();
    await expect(db.update(bankAccounts).set({ companyId: other.id }).where(eq(bankAccounts.id, id))).rejects.toThrow();
  });

  test("that settings of a sent import change with its account", async () => {
    const { partner, company } = await given();
    const sent = await sentImport(partner, company);
    const { id } = await givenBankAccount(partner, await givenCompany(partner));
    const changed: Partial<AccountFacts> & { dueDays: number; bankAccountId: string } = { dueDays: 1, bankAccountId: id };
    await expect(db.update(importSettings).set(changed).where(eq(importSettings.importId, sent))).rejects.toThrow();
  });
});
