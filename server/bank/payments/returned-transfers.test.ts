import { expect, test } from "vitest";
import { db } from "@/db/client";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { givenBankingCompany, givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";
import { bookAsSeen, setAside } from "./decide-transaction";
import { type Offers, offerInvoices } from "./offer-invoices";
import { takePaymentBack } from "./take-payment-back";
import { undoDecision } from "./undo-decision";

const PAYER = "BE69363111000978";
const HEADER =
  "Compte;Date de comptabilisation;Numéro d'extrait;Numéro de transaction;Compte contrepartie;Nom contrepartie contient;Rue et numéro;" +
  "Code postal et localité;Transaction;Date valeur;Montant;Devise;BIC;Code pays;Communications";

interface Row {
  on: string;
  amount: string;
  transaction: string;
  iban?: string;
  communication?: string;
}

/** A file of Belfius: cp1252, with its search criteria above the table. */
function belfius(account: string, rows: Row[]): Uint8Array {
  const criteria = [
    "Date de comptabilisation à partir de;01/11/2026",
    "Date de comptabilisation jusqu'au;30/11/2026",
    "Montant à partir de;",
    "Montant jusqu'à;",
    "Numéro d'extrait à partir de;",
    "Numéro d'extrait jusqu'au;",
    "Communication;",
    "Nom contrepartie contient;",
    "Compte contrepartie;",
    "Dernier solde;",
    "Date/heure du dernier solde;",
    ";",
  ];
  const lines = rows.map(({ on, amount, transaction, iban = PAYER, communication = "" }) =>
    [account, on, "", "", iban, "GERARD ANNE-LAURE", "", "", transaction, on, amount, "EUR", "BBRUBEBB", "BE", communication].join(";"),
  );
  return Buffer.from([...criteria, HEADER, ...lines, ""].join("\r\n"), "latin1");
}

const returned = (over: Partial<Row> = {}): Row => ({
  on: "29/11/2026",
  amount: "-260,00",
  transaction: "RETOUR DE VIREMENT EN EURO GERARD ANNE-LAURE MOTIF: DEMANDE DU DONNEUR D ORDRE",
  ...over,
});

const bookingsOf = ({ returned: [first] }: Offers) => (first?.parts ?? []).map(({ id }) => id);

async function given() {
  const bank = await givenBankingCompany();
  const { invoice, reference } = await givenBilled(bank, { amountCents: 26_000 });
  const belgian = referenceOf(invoice.invoiceNumber, "belgian").shown;
  const came: Row = { on: "24/11/2026", amount: "260,00", transaction: "VIREMENT EN EURO DE GERARD ANNE-LAURE", communication: reference };
  const upload = async (...rows: Row[]) => {
    const file = belfius(bank.iban, rows);
    const question = await guessedLayoutOf(file);
    await keepLayout(db, bank.partner.actor, question.sheet.key, question.layout);
    await bank.store(file, "extrait.csv");
    await lookAtDesk(bank.partner);
    return question;
  };
  const camt = (cents: number, change: Partial<MadeEntry> = {}, id = "S9", opening = 100_000) =>
    bank.told([{ cents, iban: PAYER, name: "Anne-Laure Gerard", bankReference: id, text: "x", ...change }], { id, opening });
  const stateOf = async (amountCents: number) =>
    (await bank.transactions()).filter((each) => each.amountCents === amountCents).map(({ state }) => state);
  return { ...bank, invoice, reference, belgian, came, upload, camt, stateOf };
}

test("a returned transfer waits for a person, who is asked which payment the bank returned, if the file begins with the newest entry", async () => {
  const { upload, came, stateOf, transactions, partner, invoice } = await given();
  const { sheet, layout } = await upload(returned({ transaction: "VIREMENT EN EURO" }), came);
  expect(layout.roles[sheet.columns.findIndex(({ name }) => name === "Transaction")]).not.toBe("ignored");
  expect([await stateOf(26_000), await stateOf(-26_000)]).toEqual([["booked"], ["open"]]);
  const back = (await transactions()).find(({ amountCents }) => amountCents < 0);
  const offers = await offerInvoices(db, partner.actor, back?.id ?? "");
  expect(offers.returned).toMatchObject([{ parts: [{ invoiceId: invoice.id }], isSameAccount: true }]);
});

test("the bank's words in the column Transaction are part of the text", async () => {
  const { upload, came, transactions } = await given();
  await upload(came, returned());
  expect((await transactions()).at(-1)?.text).toContain("RETOUR DE VIREMENT");
});

test("also if both are of one day, and in any order of their files", async () => {
  const { upload, came, stateOf } = await given();
  await upload(returned({ on: came.on, transaction: "VIREMENT EN EURO VERS GERARD" }));
  expect(await stateOf(-26_000)).toEqual(["noted"]);
  await upload(came);
  expect(await stateOf(-26_000)).toEqual(["open"]);
});

test("the reference of a paid invoice is enough if another account is named, or none, in any kind of file", async () => {
  const { upload, camt, came, belgian, stateOf } = await given();
  await upload(came);
  await camt(-26_000, { iban: "", name: "", text: `Virement ${belgian}` });
  await camt(-26_100, { iban: "", name: "", text: `Virement ${belgian}` }, "S10", 74_000);
  expect([await stateOf(-26_000), await stateOf(-26_100)]).toEqual([["open"], ["noted"]]);
});

test("wages to a member who also paid, and money to others, need nobody", async () => {
  const { upload, came, stateOf } = await given();
  const wages = { transaction: "VIREMENT EN EURO VERS GERARD", amount: "-480,00" };
  await upload(came, returned(wages), returned({ iban: "BE68539007547034", transaction: "VIREMENT EN EURO" }));
  expect([await stateOf(-48_000), await stateOf(-26_000)]).toEqual([["noted"], ["noted"]]);
});

test("a payment that was undone, or returned before, is asked about no more", async () => {
  const { upload, camt, came, stateOf, transactions, partner, belgian } = await given();
  await upload(came);
  await camt(-26_000);
  const [paid, back] = await transactions();
  if (!paid || !back) throw new Error("No entries");
  const options = await offerInvoices(db, partner.actor, back.id);
  await takePaymentBack(db, partner.actor, { transactionId: back.id, seenDecisions: 0 }, bookingsOf(options));
  await camt(-26_000, { text: `Virement ${belgian}` }, "S10", 74_000);
  expect(await stateOf(-26_000)).toEqual(["booked", "noted"]);

  const other = await given();
  await other.upload(other.came);
  const [booked] = await other.transactions();
  await undoDecision(db, other.partner.actor, { transactionId: booked?.id ?? "", seenDecisions: booked?.decisions ?? 0 });
  const [undone] = await other.transactions();
  const away = { transactionId: undone?.id ?? "", seenDecisions: undone?.decisions ?? 0 };
  await setAside(db, other.partner.actor, away, "noted");
  await other.camt(-26_000, { text: `Virement ${other.belgian}` });
  expect(await other.stateOf(-26_000)).toEqual(["noted"]);
});

test("money about which a person has decided before the payment came is left as it is", async () => {
  const { upload, came, stateOf, transactions, partner } = await given();
  await upload(returned({ transaction: "VIREMENT EN EURO VERS GERARD" }));
  const [went] = await transactions();
  await setAside(db, partner.actor, { transactionId: went?.id ?? "", seenDecisions: 0 }, "noted");
  await upload(came);
  expect(await stateOf(-26_000)).toEqual(["noted"]);
});

test("money that went out before the payment came is not its return, in any order of the files", async () => {
  const { upload, came, stateOf } = await given();
  await upload(came);
  await upload(returned({ on: "02/10/2026", transaction: "VIREMENT EN EURO VERS GERARD" }));
  expect(await stateOf(-26_000)).toEqual(["noted"]);
});

test("a return that names only the invoice's reference is asked about once a person has booked its payment", async () => {
  const { upload, camt, came, belgian, stateOf, transactions, partner, invoice } = await given();
  await upload({ ...came, communication: "" });
  await camt(-26_000, { iban: "", name: "", text: `Virement ${belgian}` });
  expect([await stateOf(26_000), await stateOf(-26_000)]).toEqual([["open"], ["noted"]]);
  const [payment] = await transactions();
  const seen = { transactionId: payment?.id ?? "", seenDecisions: payment?.decisions ?? 0 };
  await bookAsSeen(db, partner.actor, seen, [{ invoiceId: invoice.id, amountCents: 26_000 }]);
  expect([await stateOf(26_000), await stateOf(-26_000)]).toEqual([["booked"], ["open"]]);
});
