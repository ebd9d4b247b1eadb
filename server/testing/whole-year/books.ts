import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { statementEntries } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { outgoingMessages } from "@/db/schema/collections";
import { debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { holds } from "@/db/schema/holds";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { mandates } from "@/db/schema/mandates";
import { messages } from "@/db/schema/messages";
import { payments } from "@/db/schema/payments";
import { probablePayments } from "@/db/schema/probable-payments";
import { refunds } from "@/db/schema/refunds";
import type { Played, Stage } from "./stage";

/** An invoice of the year with all rows about it, in recorded order. */
export type Account = Awaited<ReturnType<typeof readBooks>>["accounts"][number];

export type Books = Awaited<ReturnType<typeof readBooks>>;

/** Reads all rows of the sandbox from one snapshot, without the queries of the service. */
export function readBooks({ partner, invoices: played }: Stage) {
  return db.transaction(
    async (tx) => {
      const found = await tx.select().from(invoices).where(eq(invoices.partnerId, partner.id));
      const rowOf = new Map(found.map((row) => [row.id, row]));
      const lines = byInvoice(
        await tx.select().from(invoiceLines).where(eq(invoiceLines.partnerId, partner.id)).orderBy(invoiceLines.position),
      );
      const paid = byInvoice(await tx.select().from(payments).where(eq(payments.partnerId, partner.id)).orderBy(payments.id));
      const given = byInvoice(await tx.select().from(refunds).where(eq(refunds.partnerId, partner.id)).orderBy(refunds.id));
      const outgoing = byInvoice(
        await tx.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, partner.id)).orderBy(outgoingMessages.id),
      );
      const told = byInvoice(await tx.select().from(messages).where(eq(messages.partnerId, partner.id)).orderBy(messages.id));
      const held = byInvoice(await tx.select().from(holds).where(eq(holds.partnerId, partner.id)).orderBy(holds.id));
      const plans = byInvoice(await tx.select().from(instalmentPlans).where(eq(instalmentPlans.partnerId, partner.id)));
      const atDesk = byInvoice(await tx.select().from(probablePayments).where(eq(probablePayments.partnerId, partner.id)));
      return {
        accounts: played.flatMap((each: Played) => {
          const id = each.invoiceId;
          const row = rowOf.get(id);
          if (!row) throw new Error(`Invoice ${each.index} is gone`);
          const rows = { lines: lines(id), payments: paid(id), refunds: given(id), outgoing: outgoing(id), messages: told(id) };
          return [{ played: each, row, ...rows, holds: held(id), plan: plans(id)[0], atDesk: atDesk(id) }];
        }),
        debits: await tx.select().from(debits).where(eq(debits.partnerId, partner.id)).orderBy(debits.id),
        debitFiles: await tx.select().from(debitFiles).where(eq(debitFiles.partnerId, partner.id)),
        mailIds: new Set(
          (
            await tx
              .select({ id: mails.id })
              .from(mails)
              .innerJoin(outgoingMessages, eq(outgoingMessages.id, mails.id))
              .where(eq(outgoingMessages.partnerId, partner.id))
          ).map(({ id }) => id),
        ),
        mandates: await tx.select().from(mandates).where(eq(mandates.partnerId, partner.id)),
        transactions: await tx
          .select({ transaction: bankTransactions, bankReference: statementEntries.bankReference, line: statementEntries.line })
          .from(bankTransactions)
          .innerJoin(statementEntries, eq(statementEntries.id, bankTransactions.entryId))
          .where(eq(bankTransactions.partnerId, partner.id)),
      };
    },
    { isolationLevel: "repeatable read" },
  );
}

function byInvoice<Row extends { invoiceId: string }>(rows: Row[]): (invoiceId: string) => Row[] {
  const grouped = Map.groupBy(rows, ({ invoiceId }) => invoiceId);
  return (invoiceId) => grouped.get(invoiceId) ?? [];
}

/** Returns the sum of the amounts, in cents. */
export function totalOf(amounts: readonly { amountCents: number }[]): number {
  return amounts.reduce((cents, { amountCents }) => cents + amountCents, 0);
}

/** Returns the promises that are not kept, in words. */
export function brokenOf(promises: readonly (readonly [promise: string, isKept: boolean])[]): string[] {
  return promises.filter(([, isKept]) => !isKept).map(([promise]) => `it does not hold that ${promise}`);
}
