import { and, eq } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { messages } from "@/db/schema/messages";
import { payments } from "@/db/schema/payments";
import { refunds } from "@/db/schema/refunds";

type Db = Connection["db"];

/** All records about one invoice. */
export type Books = Awaited<ReturnType<typeof booksOf>>;

/** Reads the records from one snapshot. Throws if there is no such invoice. */
export async function booksOf(db: Db, partnerId: string, invoiceId: string) {
  const of = <Table extends typeof invoiceLines | typeof payments | typeof refunds | typeof outgoingMessages | typeof messages>(
    table: Table,
  ) => and(eq(table.partnerId, partnerId), eq(table.invoiceId, invoiceId));
  return db.transaction(
    async (tx) => {
      const [invoice] = await tx
        .select({ totalCents: invoices.amountTotalCents, billedCents: invoices.amountBilledCents, retractedAt: invoices.retractedAt })
        .from(invoices)
        .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId)));
      if (!invoice) throw new Error("the invoice is gone");
      return {
        ...invoice,
        lines: await tx.select().from(invoiceLines).where(of(invoiceLines)),
        payments: await tx.select().from(payments).where(of(payments)),
        refunds: await tx.select().from(refunds).where(of(refunds)),
        outgoing: await tx.select().from(outgoingMessages).where(of(outgoingMessages)),
        messages: await tx.select().from(messages).where(of(messages)),
      };
    },
    { isolationLevel: "repeatable read" },
  );
}

/** Returns the violations of an invoice's invariants, computed independently of the code under test. */
export function problemsIn(books: Books): string[] {
  const { lines, totalCents, billedCents, retractedAt, outgoing } = books;
  const sum = (belongs: (line: (typeof lines)[number]) => boolean) => total(lines.filter(belongs));
  const linesOf = (type: string) => lines.filter((line) => line.type === type);
  const paid = books.payments.filter(({ status }) => status === "paid");
  const takenBack = paid.filter(({ chargedBackAt }) => chargedBackAt !== null);
  const givenBack = total(books.refunds.filter(({ status }) => status === "paid"));
  const reminders = outgoing.filter(({ kind }) => kind.startsWith("reminder"));
  const left = outgoing.filter(({ state }) => state === "sent" || state === "unknown");
  const creditsAfter = retractedAt ? linesOf("CREDIT-LINE").filter(({ date }) => date > retractedAt) : [];
  const holds: [string, boolean][] = [
    ["the total is the sum of the lines", sum(() => true) === totalCents],
    ["what is billed is the sum of the invoice lines", sum(({ type }) => type === "INVOICE-LINE") === billedCents],
    ["each payment that was paid stands on the account, and no other", sum(({ type }) => type.endsWith("PAYMENT-LINE")) === -total(paid)],
    [
      "what was taken and given back stands on the account, and nothing else",
      sum(({ type }) => type === "CHARGEBACK-LINE") === total(takenBack) + givenBack,
    ],
    [
      "the fee for being late came once at most, and not with the first reminder",
      linesOf("LATE-PAYMENT-FEE-LINE").length <= Math.min(Math.max(reminders.length - 1, 0), 1),
    ],
    ["each other fee is that of a chargeback", linesOf("CHARGEBACK-FEE-LINE").length <= takenBack.length],
    ["nothing is charged for instalments", linesOf("INSTALLMENT-FEE-LINE").length === 0],
    ["no credit follows the retraction but with a chargeback", creditsAfter.length <= linesOf("CHARGEBACK-LINE").length],
    ["nothing is claimed once it is retracted", !retractedAt || totalCents <= 0],
    ["no payment is in progress on a retracted invoice", !retractedAt || books.payments.every(({ status }) => status !== "pending")],
    // A chargeback after a refund is a loss; otherwise customers never get back more than they paid.
    ["no more is given back than came", givenBack <= total(paid)],
    ["each message that left stands on the invoice, and no other", isSame(idsOf(left), idsOf(books.messages))],
    [
      "no message is decided on twice",
      new Set(outgoing.map(({ kind, round, aboutId, ticketId }) => [kind, round, aboutId, ticketId].join(" "))).size === outgoing.length,
    ],
  ];
  return holds.filter(([, held]) => !held).map(([promise]) => `it does not hold that ${promise}`);
}

/** Returns the sum in cents. */
function total(amounts: { amountCents: number }[]): number {
  return amounts.reduce((cents, { amountCents }) => cents + amountCents, 0);
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id).sort();
}

function isSame(some: string[], others: string[]): boolean {
  return some.join() === others.join();
}
