import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { findAnnouncedDebit } from "@/server/billing/debits/find-announced-debit";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { formatDay } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenInvoice, givenPartner, times } from "@/server/testing/given";
import { accountFacts } from "@/server/testing/given-bank-account";
import { givenCreditor, givenMandate } from "@/server/testing/given-mandate";
import { givenPlannedDebit } from "@/server/testing/given-planned-debit";
import { mailsTo } from "@/server/testing/mails-to";
import { amendMandate } from "./amend-mandate";
import { getMandate } from "./find-mandate";
import { listMandates } from "./list-mandates";
import { originalAccounts } from "./original-accounts";
import { withdrawMandate } from "./withdraw-mandate";

const iban = "DE02120300000000202051";

async function given(facts: Parameters<typeof givenMandate>[2] = {}) {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const mandate = await givenMandate(partner, company, { iban, ...facts });
  const amend = (account: { holder?: string; iban?: string }) =>
    amendMandate(db, partner.actor, mandate.id, { holder: mandate.holder, iban: mandate.iban, ...account });
  const original = async () => (await originalAccounts(db, partner.actor, [mandate.id])).get(mandate.id);
  return { partner, company, mandate, amend, original };
}

const sameAccount = {
  ...{ de: "Das Konto bleibt", en: "The account is still", fr: "Le compte reste" },
  ...{ it: "Il conto resta", nl: "De rekening blijft" },
};
const holderOf = { de: "Kontoinhaber", en: "holder", fr: "titulaire", it: "intestatario", nl: "rekeninghouder" };

const newIban = () => accountFacts({ country: "DE" }).iban;

test("another account is kept beside the mandate, which stays the same one", async () => {
  const { partner, mandate, amend } = await given();
  const [second, third] = [newIban(), newIban()];
  await amend({ iban: second.toLowerCase(), holder: " Bo  Brandsma" });
  await amend({ iban: third, holder: "Bo Brandsma" });
  const amended = await getMandate(db, partner.actor, mandate.id);
  expect(amended).toMatchObject({
    reference: mandate.reference,
    signedOn: mandate.signedOn,
    state: "valid",
    iban: third,
    holder: "Bo Brandsma",
  });
  expect(amended.amendments).toMatchObject([
    { formerIban: iban, formerHolder: mandate.holder, source: "staff", amendedBy: "system" },
    { formerIban: second, formerHolder: "Bo Brandsma" },
  ]);
});

test("the same account changes nothing, also when it is sent many times at once", async () => {
  const { partner, mandate, amend } = await given();
  await amend({});
  const another = newIban();
  await Promise.all(times(5, () => amend({ iban: another })));
  expect((await getMandate(db, partner.actor, mandate.id)).amendments).toHaveLength(1);
});

test.each([
  [{ iban: "DE00" }, { iban: "invalid_iban" }],
  [{ iban: "CH4431999123000889012" }, { iban: "iban_is_qr_iban" }],
  [
    { iban: "TR330006100519786457841326", holder: "" },
    { iban: "iban_outside_sepa", holder: "invalid_account_holder" },
  ],
])("%j is refused by field", async (account, faults) => {
  const { partner, mandate, amend } = await given();
  expect(await amend(account)).toEqual({ faults });
  expect(await getMandate(db, partner.actor, mandate.id)).toMatchObject({ iban, amendments: [] });
});

test("a mandate that has ended or expired, or is another partner's, gets no other account", async () => {
  const { partner, mandate, amend } = await given();
  const account = { holder: "Bo", iban: newIban() };
  await expect(amendMandate(db, (await givenPartner()).actor, mandate.id, account)).rejects.toThrow("invalid_mandate_id");
  const later = { ...partner.actor, clockOffsetMs: 1_200 * DAY_MS };
  await expect(amendMandate(db, later, mandate.id, account)).rejects.toThrow("mandate_ended");
  await withdrawMandate(db, partner.actor, mandate.id);
  await expect(amend(account)).rejects.toThrow("mandate_ended");
});

describe("the original account of an amended mandate is", () => {
  test("none before anything was collected by it, and that of the other software if it collected", async () => {
    const unused = await given();
    await unused.amend({ iban: newIban() });
    expect(await unused.original()).toBeUndefined();

    const used = await given({ lastCollectedOn: "2026-07-01" });
    expect(await used.original()).toBeUndefined();
    await used.amend({ iban: newIban() });
    await used.amend({ iban: newIban() });
    expect(await used.original()).toBe(iban);
    await used.amend({ iban });
    expect(await used.original()).toBeUndefined();
  });

  test("never another partner's", async () => {
    const { mandate, amend } = await given({ lastCollectedOn: "2026-07-01" });
    await amend({ iban: newIban() });
    expect(await originalAccounts(db, { partnerId: (await givenPartner()).id }, [mandate.id])).toEqual(new Map());
  });
});

test("an amendment that names another account than the mandate's is refused", async () => {
  const { partner, mandate } = await given();
  const insert =
    db.execute(sql`insert into mandate_amendments (partner_id, id, mandate_id, former_holder, former_iban, source, amended_at, amended_by)
    values (${partner.id}, ${"a".repeat(40)}, ${mandate.id}, ${mandate.holder}, ${newIban()}, 'staff', now(), 'system')`);
  await expect(insert).rejects.toMatchObject({ cause: { constraint_name: "mandate_amendments_of_account" } });
});

test("mandates that expire within three months are counted, over all pages and searches, and can be listed alone", async () => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const facts = [
    { reference: "new", signedOn: "2030-06-01" },
    { reference: "soon", signedOn: "2028-01-15" },
    { reference: "used", signedOn: "2018-01-15", lastCollectedOn: "2028-02-28" },
    { reference: "withdrawn", signedOn: "2028-01-15" },
  ];
  const at = { ...partner.actor, clockOffsetMs: Date.parse("2030-11-30T12:00:00Z") - Date.now() };
  for (const each of facts) await givenMandate({ ...partner, actor: at }, company, each);
  const all = await listMandates(db, at, company.id, { pageNumber: 1, pageSize: 10 });
  const withdrawn = all.entries.find(({ reference }) => reference === "withdrawn");
  await withdrawMandate(db, at, withdrawn?.id ?? "");

  const { entries, expiringCount } = await listMandates(db, at, company.id, { pageNumber: 1, pageSize: 10, search: "new" });
  expect([entries.length, expiringCount]).toEqual([1, 2]);
  const expiring = await listMandates(db, at, company.id, { pageNumber: 1, pageSize: 10, isExpiring: true });
  expect(expiring.entries).toMatchObject([
    { reference: "soon", expiresOn: "2031-01-15", isExpiring: true, state: "valid" },
    { reference: "used", expiresOn: "2031-02-28", isExpiring: true },
  ]);
  expect(expiring.totalEntries).toBe(2);
});

describe("another account that staff record is mailed to the payer", () => {
  test("with its last digits, and with each planned debit that is collected from it", async () => {
    const partner = await givenPartner();
    const company = await givenCreditor(partner);
    const { debit, mandate, invoices } = await givenPlannedDebit(partner, company, { amounts: [4_500, 1_000], invoice: { locale: "en" } });
    const account = { holder: "Bo Brandsma", iban: newIban() };
    await amendMandate(db, partner.actor, mandate.id, account);
    await amendMandate(db, partner.actor, mandate.id, account);
    const [mail, ...more] = await mailsTo(mandate.customerKey);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`The account of your direct debit mandate for ${company.name} was changed`);
    expect(mail?.body).toContain(`${maskIban(account.iban)} of Bo Brandsma, instead of ${maskIban(mandate.iban)}`);
    expect(mail?.body).toContain(`- €55.00 on ${formatDay(debit.collectOn, "en", "long")}`);
    const announced = await findAnnouncedDebit(db, partner.actor, debit.id);
    expect(announced?.iban).toBe(account.iban);
    expect(announced?.parts.map(({ invoiceId }) => invoiceId)).toEqual(invoices.map(({ id }) => id));
  });

  test("as another holder of the same account if only that changed, in every language", async () => {
    for (const locale of locales) {
      const { partner, company, mandate, amend } = await given({ customerEmail: `holder-${locale}@members.example` });
      await givenInvoice(partner, { company, transmitted: true, invoice: { customerEmail: mandate.customerKey, locale } });
      await amend({ holder: "Bo Brandsma" });
      const [mail] = await mailsTo(mandate.customerKey);
      expect(mail?.body).toContain(`Bo Brandsma. ${sameAccount[locale]} ${maskIban(mandate.iban)}.`);
      expect(mail?.body?.split(maskIban(mandate.iban))).toHaveLength(2);
      expect(mail?.subject).toContain(holderOf[locale]);
      await amend({ holder: "Bo Brandsma", iban: newIban() });
      const [, other] = await mailsTo(mandate.customerKey);
      expect(other?.body).toContain(maskIban(mandate.iban));
      expect(other?.subject).not.toContain(holderOf[locale]);
    }
  });

  test("without debits if none is planned, and not if nothing was transmitted to the payer", async () => {
    const { partner, company, mandate, amend } = await given({ customerEmail: "amended@members.example" });
    await amend({ iban: newIban() });
    expect(await mailsTo(mandate.customerKey)).toEqual([]);
    await givenInvoice(partner, { company, transmitted: true, invoice: { customerEmail: "Amended@members.example", locale: "en" } });
    await amend({ iban: newIban() });
    const [mail] = await mailsTo("Amended@members.example");
    expect(mail?.body).toContain("recorded another account for your direct debit mandate");
    expect(mail?.body).not.toMatch(/planned|\n\n\n/);
  });
});
