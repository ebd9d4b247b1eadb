import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { bankAccountDetails } from "@/db/schema/bank-accounts";
import { payments } from "@/db/schema/payments";
import { listRefundFiles } from "@/server/bank/refund-files/list-refund-files";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { DAY_MS } from "@/server/domain/formats/time";
import { closeBankAccount } from "@/server/tenancy/bank-accounts/close-bank-account";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { givenCompany } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenOwed, orderOwed, PAYER } from "@/server/testing/given-refund-file";
import { givenBankingCompany, givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, type MadeEntry, styles } from "@/server/testing/statement-files";
import { bookAsSeen } from "./decide-transaction";
import { describeTransaction } from "./describe-transaction";
import { takePaymentBack } from "./take-payment-back";

const OURS = "DE98ZZZ09999999999";
/** The same creditor, with another business code. */
const OURS_TOO = "DE98ABC09999999999";
const OTHERS = "AT61ZZZ01234567890";

type Given = Awaited<ReturnType<typeof givenBankingCompany>>;

/** A company whose second account has a creditor identifier. */
async function givenCreditor() {
  const given = await givenBankingCompany();
  const account = await givenBankAccount(given.partner, given.company, { creditorIdentifier: OURS });
  return { ...given, creditorAccount: account, ...(await givenBilled(given)) };
}

const outstanding = async ({ partner }: Pick<Given, "partner">, id: string) => (await getInvoice(db, partner.actor, id)).amountTotalCents;

/** The latest payment, as the desk shows it. */
async function lastAtDesk({ partner, transactions }: Given) {
  await lookAtDesk(partner);
  return describeTransaction(db, partner.actor, (await transactions()).at(-1)?.id ?? "");
}

/** Files of one entry, in the ways in which banks name a creditor. The columns of CSV files are confirmed. */
const files: Record<string, (given: Given, entry: MadeEntry) => Promise<string> | string> = {
  ...Object.fromEntries(
    styles.map((style) => [style, ({ iban }: Given, entry: MadeEntry) => camtFile([{ iban, entries: [entry] }], style)]),
  ),
  "camt, without a scheme": ({ iban }, entry) =>
    camtFile([{ iban, entries: [entry] }]).replace("<SchmeNm><Prtry>SEPA</Prtry></SchmeNm>", ""),
  "camt, beside the parties": ({ iban }, { creditorIdentifier, ...entry }) =>
    camtFile([{ iban, entries: [entry] }]).replace(
      "<RltdPties>",
      `<CdtrSchmeId><Id><PrvtId><Othr><Id>${creditorIdentifier}</Id></Othr></PrvtId></Id></CdtrSchmeId><RltdPties>`,
    ),
  "camt, in the text": ({ iban }, { creditorIdentifier, ...entry }) =>
    camtFile([{ iban, entries: [{ ...entry, text: `EREF+7 CRED+${creditorIdentifier} SVWZ+Contribution` }] }]),
  "MT940, keys": ({ iban }, entry) => mt940File({ iban, entries: [entry] }, "german"),
  "MT940, tags": ({ iban }, entry) => mt940File({ iban, entries: [entry] }, "dutch"),
  "MT940, words": ({ iban }, { creditorIdentifier, ...entry }) =>
    mt940File({ iban, entries: [{ ...entry, text: `INCASSANT: ${creditorIdentifier}` }] }, "plain"),
  "CSV, a column": ({ partner }, entry) => csvOf(partner, entry, (creditor) => [creditor, ""]),
  "CSV, in the text": ({ partner }, entry) => csvOf(partner, entry, (creditor) => ["", `Gläubiger-ID: ${creditor}`]),
};

async function csvOf(
  { actor }: Given["partner"],
  { cents, reference = "", creditorIdentifier = "" }: MadeEntry,
  cellsOf: (creditor: string) => [creditor: string, text: string],
): Promise<string> {
  const [creditor, text] = cellsOf(creditorIdentifier);
  const file = [
    "Buchungstag;Zahlungsbeteiligter;IBAN;Verwendungszweck;Gläubiger-ID;Betrag",
    `25.11.2026;Ada Brandsma;NL02TEST0123456789;${reference} ${text};${creditor};${(cents / 100).toFixed(2).replace(".", ",")}`,
  ].join("\n");
  const { sheet, layout } = await guessedLayoutOf(file);
  await keepLayout(db, actor, sheet.key, { ...layout, roles: layout.roles.map((role, index) => (index === 4 ? "ignored" : role)) });
  return file;
}

describe.each(Object.keys(files))("%s", (kind) => {
  const store = async (given: Given, entry: MadeEntry) => {
    const file = (await files[kind]?.(given, entry)) ?? "";
    await given.store(file, "statement", given.iban);
    return lastAtDesk(given);
  };

  test("money with the right reference that names another creditor waits for a person, and the desk names the identifier", async () => {
    const given = await givenCreditor();
    const shown = await store(given, { cents: 4_500, reference: given.reference, creditorIdentifier: OTHERS });
    expect(shown).toMatchObject({ state: "open", creditorIdentifiers: [OTHERS], otherCreditors: [OTHERS] });
    expect(await outstanding(given, given.invoice.id)).toBe(4_500);
    const parts = [{ invoiceId: given.invoice.id, amountCents: 4_500 }];
    await bookAsSeen(db, given.partner.actor, { transactionId: shown.id, seenDecisions: 0 }, parts);
    expect(await outstanding(given, given.invoice.id)).toBe(0);
  });

  test("money that names the company's own identifier, with any business code, is booked", async () => {
    const given = await givenCreditor();
    const shown = await store(given, { cents: 4_500, reference: given.reference, creditorIdentifier: OURS_TOO });
    expect(shown).toMatchObject({ state: "booked", creditorIdentifiers: [OURS_TOO], otherCreditors: [] });
    expect(await outstanding(given, given.invoice.id)).toBe(0);
  });
});

test("payments matched together are booked, except that of another creditor", async () => {
  const given = await givenCreditor();
  const others = [await givenBilled(given), await givenBilled(given)];
  const references = [given, ...others].map(({ reference }) => reference);
  await given.told([
    { cents: 4_500, reference: references[0], bankReference: "B1" },
    { cents: 4_500, reference: references[1], bankReference: "B2", creditorIdentifier: OTHERS },
    { cents: 4_500, reference: references[2], bankReference: "B3", creditorIdentifier: OURS },
  ]);
  expect((await given.transactions()).map(({ state }) => state)).toEqual(["booked", "open", "booked"]);
});

test("an identifier that the company had before, or has at a closed account, is its own; one that is not in force yet is not", async () => {
  const given = await givenCreditor();
  const { partner, creditorAccount } = given;
  const facts = {
    partnerId: partner.id,
    bankAccountId: creditorAccount.id,
    holder: "Rowing Club",
    iban: creditorAccount.current?.iban ?? "",
  };
  const later = new Date(Date.now() + DAY_MS);
  await db
    .insert(bankAccountDetails)
    .values({ ...facts, id: "c".repeat(40), creditorIdentifier: OTHERS, requestedBy: "system", requestedAt: new Date(), inForceAt: later });
  await given.told([{ cents: 100, reference: given.reference, creditorIdentifier: OTHERS, bankReference: "B1" }]);
  await closeBankAccount(db, partner.actor, creditorAccount.id);
  await given.told([{ cents: 200, reference: given.reference, creditorIdentifier: OURS, bankReference: "B2" }], { id: "S2" });
  expect((await given.transactions()).map(({ state }) => state)).toEqual(["open", "booked"]);
});

test("companies that have the same account share their identifiers", async () => {
  const given = await givenBankingCompany();
  const { reference } = await givenBilled(given);
  const section = await givenCompany(given.partner);
  const account = await givenBankAccount(given.partner, section, { iban: given.iban, creditorIdentifier: OURS });
  await closeBankAccount(db, given.partner.actor, account.id);
  await given.told([{ cents: 4_500, reference, creditorIdentifier: OURS }]);
  expect(await lastAtDesk(given)).toMatchObject({ companyId: given.company.id, state: "booked" });
});

test("a company without an identifier: every identifier waits, whether another partner has it or nobody", async () => {
  const known = await givenBankingCompany();
  await givenBankAccount(known.partner, known.company, { creditorIdentifier: OTHERS });
  const seen = [];
  for (const creditorIdentifier of [OTHERS, OURS]) {
    const given = await givenBankingCompany();
    const { reference } = await givenBilled(given);
    await given.told([{ cents: 4_500, reference, creditorIdentifier }]);
    const { state, otherCreditors } = await lastAtDesk(given);
    seen.push({ state, otherCreditors });
  }
  expect(seen).toEqual([
    { state: "open", otherCreditors: [OTHERS] },
    { state: "open", otherCreditors: [OURS] },
  ]);
});

test("money that another creditor debits from the account, such as rent, needs nobody", async () => {
  const given = await givenCreditor();
  await given.told([{ cents: -4_500, creditorIdentifier: OTHERS, text: "Rent" }]);
  expect(await lastAtDesk(given)).toMatchObject({ state: "noted", creditorIdentifiers: [OTHERS], otherCreditors: [] });
});

test.each([{ isReversal: true }, { returnReason: "MD06" }])(
  "a returned debit of another creditor takes no payment back without a person: %o",
  async (how) => {
    const given = await givenCreditor();
    await given.told([{ cents: 4_500, reference: given.reference, bankReference: "B1" }]);
    await given.told([{ cents: -4_500, creditorIdentifier: OTHERS, bankReference: "B2", ...how }], { id: "S2" });
    const shown = await lastAtDesk(given);
    expect(shown).toMatchObject({ state: "open", otherCreditors: [OTHERS] });
    expect(await outstanding(given, given.invoice.id)).toBe(0);
    const [payment] = await db.select().from(payments).where(eq(payments.invoiceId, given.invoice.id));
    await takePaymentBack(db, given.partner.actor, { transactionId: shown.id, seenDecisions: 0 }, [payment?.id ?? ""]);
    expect(await outstanding(given, given.invoice.id)).toBe(4_500);
  },
);

test("money that names a refund of ours and another creditor does not open the refund again without a person", async () => {
  const given = await givenOwed();
  const { items } = await orderOwed(given);
  const [item] = items;
  await given.told([{ cents: -500, endToEndId: item?.endToEndId, iban: PAYER, bankReference: "P1" }], { id: "S2" });
  const back = { cents: 500, endToEndId: item?.endToEndId, returnReason: "AC04", iban: "" };
  await given.told([{ ...back, creditorIdentifier: OTHERS, bankReference: "R1" }], { id: "S3" });
  expect(await lastAtDesk(given)).toMatchObject({ state: "open", otherCreditors: [OTHERS] });
  expect((await listRefundFiles(db, given.partner.actor, null))[0]?.items).toMatchObject([{ status: "paid" }]);
});
