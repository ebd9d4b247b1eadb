import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { runCollection } from "@/server/background/run-collection";
import { createRefundFile } from "@/server/bank/refund-files/create-refund-file";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { givenMailServer } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";
import { receivedFile } from "@/server/testing/given-statement";
import {
  type Club,
  clubs,
  DAYS,
  disagreements,
  givenClub,
  paymentsOf,
  STRANGER,
  sentBack,
  statementOf,
} from "@/server/testing/sixty-invoices";
import { bookAsSeen, setAside } from "./decide-transaction";
import { matchNewTransactions } from "./match-new-transactions";
import { offerInvoices } from "./offer-invoices";
import { searchInvoicesToBook } from "./search-invoices";

const mailServer = givenMailServer();

test("sixty invoices in three currencies are paid by transfers of every kind, and the books match the statements every day", async () => {
  const partner = await givenPartner();
  const { actor } = await givenMember(partner, { role: "administrator" });
  const all = await Promise.all(clubs.map((club) => givenClub(partner, club)));
  for (const { import: into } of all) await transmitImport(db, partner.actor, into.id);
  await runCollection(db, { scope: { partnerId: partner.id } });
  for (const { family, billed } of all) {
    expect(mailServer.received(family)).toHaveLength(1);
    for (const { customerEmail } of billed.slice(3)) expect(mailServer.received(customerEmail ?? "")).toHaveLength(1);
  }

  const entries = new Map(await Promise.all(all.map(async (club) => [club, await paymentsOf(partner, club)] as const)));
  for (let day = 0; day < DAYS; day += 1) {
    for (const club of all) {
      const sent = day === 4 ? await sentBack(partner, club) : [];
      const booked = [...(entries.get(club)?.[day] ?? []), ...sent];
      await upload(partner, statementOf(club, booked, day));
      await decideAll(partner, actor, club);
      if (day === 2) await creditAmount(db, actor, club.billed[10]?.id ?? "", 2, { amountCents: 500, description: "Left early" });
      if (day === 3) await giveBack(actor, club);
      expect(await disagreements(partner, club)).toEqual([]);
    }
  }

  for (const club of all) {
    const owed = await Promise.all(club.billed.map(async ({ id }) => (await getInvoice(db, partner.actor, id)).amountTotalCents));
    // The last customer has not paid; everything else is settled.
    expect(owed).toEqual([...Array(14).fill(0), club.billed[14]?.amountTotalCents]);
    expect(await listOwed(db, partner.actor, club.company.id)).toEqual([]);
  }
}, 300_000);

async function upload({ id, actor }: GivenPartner, contents: string): Promise<void> {
  // Stores each statement twice, as treasurers do by mistake.
  for (const name of ["statement", "statement again"]) await storeStatementFile(db, actor, { name }, receivedFile(contents));
  await matchNewTransactions(db, { scope: { partnerId: id } });
}

/** Decides as a treasurer would: takes the first offer, searches if there is none, and recognises the payment from a stranger. */
async function decideAll(partner: GivenPartner, actor: GivenPartner["actor"], { company, billed }: Club): Promise<void> {
  const open = await db
    .select()
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, partner.id), eq(bankTransactions.companyId, company.id), eq(bankTransactions.state, "open")))
    .orderBy(asc(bankTransactions.recordedOrder));
  for (const { id: transactionId, decisions: seenDecisions, iban, name, amountCents } of open) {
    const seen = { transactionId, seenDecisions };
    if (iban === STRANGER) {
      await setAside(db, actor, seen, "to_return");
      continue;
    }
    const { offers } = await offerInvoices(db, actor, transactionId);
    const [best] = offers;
    if (name !== "" && best) {
      await bookAsSeen(
        db,
        actor,
        seen,
        best.parts.map(({ invoice, amountCents: cents }) => ({ invoiceId: invoice.id, amountCents: cents })),
      );
    } else {
      const [found] = await searchInvoicesToBook(db, actor, transactionId, billed[9]?.externalInvoiceNumber ?? "");
      await bookAsSeen(db, actor, seen, [{ invoiceId: found?.id ?? "", amountCents }]);
    }
  }
}

/** Gives all money owed back to the accounts it came from, by a file for the bank. */
async function giveBack(actor: GivenPartner["actor"], { company }: Club): Promise<void> {
  const owed = await listOwed(db, actor, company.id);
  expect(owed.map(({ kind }) => kind).sort()).toEqual(["invoice", "invoice", "transaction"]);
  await createRefundFile(
    db,
    actor,
    company.id,
    owed.map(({ kind, id, amountCents, iban }) => ({ kind, id, amountCents, iban })),
  );
}
