import { expect, test } from "vitest";
import { db } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { debitFiles } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { createInvoices } from "@/server/billing/invoices/create-invoices";
import { recordMandates } from "@/server/billing/mandates/record-mandates";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { newId } from "@/server/platform/id";
import { givenImport } from "@/server/testing/given";
import { batchOf, COLLECTED_ON, givenDebitsAtBank, RETURNED_ON, returned } from "@/server/testing/given-debits-at-bank";
import { mandateFacts } from "@/server/testing/given-mandate";
import { lookAtDesk } from "@/server/testing/given-statement";
import { newInvoiceFor } from "@/server/testing/new-records";
import { camtFile } from "@/server/testing/statement-files";

/** More than are booked in one transaction. */
const COUNT = 600;

/** A file of 600 debits of 10.00 in one batch. */
async function givenLargeFile() {
  const given = await givenDebitsAtBank();
  const { partner, company, account, iban } = given;
  const into = await givenImport(partner, { company });
  const emails = Array.from({ length: COUNT }, (_, index) => `large${index}@members.example`);
  const facts = emails.map((customerEmail) => ({ ...newInvoiceFor(into.id, 1_000), customerEmail }));
  const created = await createInvoices(db, partner.actor, into.id, facts);
  const outcomes = await recordMandates(
    db,
    partner.actor,
    company.id,
    emails.map((customerEmail) => mandateFacts({ customerEmail })),
  );
  await transmitImport(db, partner.actor, into.id);
  const fileId = newId();
  const at = new Date();
  const ofFile = { partnerId: partner.id, companyId: company.id, bankAccountId: account.id };
  const rows = outcomes.flatMap((outcome) => {
    if (!("mandate" in outcome)) return [];
    const { id: mandateId, customerKey, holder, iban: from, reference: mandateReference, signedOn: mandateSignedOn } = outcome.mandate;
    const id = newId();
    const row = { ...ofFile, id, mandateId, customerKey, collectOn: COLLECTED_ON, amountCents: 1_000, fileCents: 1_000, fileId };
    const inFile = {
      status: "at_bank",
      sequenceType: "RCUR",
      scheme: "CORE",
      holder,
      iban: from,
      mandateReference,
      mandateSignedOn,
    } as const;
    return [{ ...row, ...inFile, endToEndId: painIdOf(id), text: "Annual fee", announcedAt: at, createdAt: at }];
  });
  const parts = rows.map(({ id: debitId }, index) => {
    const invoice = created[index];
    if (!invoice) throw new Error("There are fewer invoices than debits");
    const part = { partnerId: partner.id, id: newId(), invoiceId: invoice.id, method: "sdd", status: "pending" } as const;
    return { ...part, amountCents: 1_000, debitId, createdAt: at };
  });
  await db.transaction(async (tx) => {
    const details = { holder: "Rowing Club Northbank", iban, creditorIdentifier: "DE98ZZZ09999999999", batchBooking: true };
    const sum = { debitsCount: rows.length, amountCents: 1_000 * rows.length, createdBy: "system", createdAt: at, needsApproval: false };
    await tx.insert(debitFiles).values({ ...ofFile, ...details, ...sum, id: fileId, handedOutAt: at });
    await insertRows(tx, debits, rows);
    await insertRows(tx, payments, parts);
  });
  const [first] = (await given.debitsNow()).filter((debit) => debit.fileId === fileId);
  const one = { debit: first as Debit, invoices: [] };
  const counts = async () => {
    const states = (await given.debitsNow()).filter((debit) => debit.fileId === fileId).map(({ status }) => status);
    return Object.fromEntries([...Map.groupBy(states, (status) => status)].map(([status, all]) => [status, all.length]));
  };
  return { ...given, one, counts };
}

test("a large batch is booked in parts; a stop and a return between them change nothing in the end", async () => {
  const given = await givenLargeFile();
  const booked = { cents: 1_000 * COUNT, on: COLLECTED_ON, batchId: batchOf(given.one) };
  await given.store(camtFile([{ iban: given.iban, entries: [booked] }]));
  let turns = 0;
  await matchNewTransactions(db, { scope: { partnerId: given.partner.id }, isStopping: () => turns++ > 0 });
  expect(await given.counts()).toEqual({ booked: 250, at_bank: COUNT - 250 });
  expect((await given.transactions()).map(({ state }) => state)).toEqual(["new"]);

  const one = (await given.debitsNow()).find(({ status }) => status === "booked");
  const back = returned({ debit: one as Debit });
  await given.store(camtFile([{ iban: given.iban, entries: [back], id: "S2", on: RETURNED_ON, opening: 100_000 + 1_000 * COUNT }]));
  await lookAtDesk(given.partner);
  expect(await given.counts()).toEqual({ booked: COUNT - 1, returned: 1 });
  expect((await given.transactions()).map(({ state, amountCents }) => [state, amountCents])).toEqual([
    ["booked", 1_000 * COUNT],
    ["booked", -1_000],
  ]);
}, 600_000);
