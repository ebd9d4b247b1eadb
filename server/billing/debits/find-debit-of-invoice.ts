import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import type { DebitStatus } from "@/server/domain/rules/debit-state";

/** The unfinished direct debit that collects an invoice. */
export interface DebitOfInvoice {
  id: string;
  status: Extract<DebitStatus, "planned" | "at_bank">;
  /** Day of the collection, such as `2026-11-20`. */
  collectOn: string;
  /** Amount that it collects of the invoice, in cents. */
  amountCents: number;
  /** In whose name the payer's account is. */
  holder: string;
  /** Last four characters of the payer's IBAN. */
  ibanEnd: string;
  mandateReference: string;
}

/** Returns the unfinished debit of an invoice; null without one. */
export async function findDebitOfInvoice(
  db: Database,
  { partnerId }: Pick<Actor, "partnerId">,
  invoiceId: string,
): Promise<DebitOfInvoice | null> {
  const [found] = await db
    .select({
      id: debits.id,
      status: debits.status,
      collectOn: debits.collectOn,
      amountCents: payments.amountCents,
      holder: sql<string | null>`coalesce(${debits.holder}, ${mandates.holder})`,
      ibanEnd: sql<string | null>`right(coalesce(${debits.iban}, ${mandates.iban}), 4)`,
      mandateReference: sql<string | null>`coalesce(${debits.mandateReference}, ${mandates.reference})`,
    })
    .from(payments)
    .innerJoin(debits, and(eq(debits.partnerId, payments.partnerId), eq(debits.id, payments.debitId)))
    .leftJoin(mandates, and(eq(mandates.partnerId, debits.partnerId), eq(mandates.id, debits.mandateId)))
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, invoiceId), inArray(payments.status, ["scheduled", "pending"])));
  if (!found) return null;
  const { status, holder, ibanEnd, mandateReference, ...debit } = found;
  return {
    ...debit,
    status: status === "planned" ? "planned" : "at_bank",
    ...{ holder: holder ?? "", ibanEnd: ibanEnd ?? "", mandateReference: mandateReference ?? "" },
  };
}
