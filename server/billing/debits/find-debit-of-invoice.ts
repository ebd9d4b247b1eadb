import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { isAnswerOverdue } from "@/server/domain/rules/debit-file-needs";
import type { DebitStatus } from "@/server/domain/rules/debit-state";
import { clock } from "@/server/platform/clock";

/** The unfinished direct debit that collects an invoice, or its next instalment. */
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
  /** Amount that it collects in all, in cents: of the payer's other invoices as well. */
  wholeCents: number;
  /** Number of the instalment that it collects; null: of none. */
  instalmentNumber: number | null;
  /** Whether it is planned by a mandate that has ended, so that it is taken out in a moment. */
  isEnding: boolean;
  /** Whether its mandate was withdrawn while the bank may have it, so that it is not certain that it is carried out. */
  isDoubtful: boolean;
  /**
   * Whether its day has passed, and it is not known to have been collected: nobody downloaded its file, or no statement shows it although its
   * bank days are over (`isAnswerOverdue`).
   */
  isUnconfirmed: boolean;
}

/** Returns the unfinished debit of an invoice, of several the one with the first day, one at the bank before planned ones; null without one. */
export async function findDebitOfInvoice(
  db: Database,
  actor: Pick<Actor, "partnerId" | "clockOffsetMs">,
  invoiceId: string,
): Promise<DebitOfInvoice | null> {
  const { partnerId } = actor;
  const [found] = await db
    .select({
      id: debits.id,
      status: debits.status,
      collectOn: debits.collectOn,
      amountCents: payments.amountCents,
      holder: sql<string | null>`coalesce(${debits.holder}, ${mandates.holder})`,
      ibanEnd: sql<string | null>`right(coalesce(${debits.iban}, ${mandates.iban}), 4)`,
      wholeCents: sql<number>`(select sum(part.amount_cents)::int from payments part where part.partner_id = ${payments.partnerId}
        and part.debit_id = ${payments.debitId} and part.status in ('scheduled', 'pending'))`,
      instalmentNumber: payments.instalmentNumber,
      isEnding: sql<boolean>`${debits.status} = 'planned' and coalesce(${mandates.endedAt} is not null, false)`,
      isDoubtful: sql<boolean>`${debits.status} = 'at_bank' and coalesce(${mandates.endedReason} = 'withdrawn', false)`,
      mandateReference: sql<string | null>`coalesce(${debits.mandateReference}, ${mandates.reference})`,
      isUnsent: sql<boolean>`${debitFiles.handedOutAt} is null and ${debitFiles.withdrawnAt} is null`,
    })
    .from(payments)
    .innerJoin(debits, and(eq(debits.partnerId, payments.partnerId), eq(debits.id, payments.debitId)))
    .leftJoin(debitFiles, and(eq(debitFiles.partnerId, debits.partnerId), eq(debitFiles.id, debits.fileId)))
    .leftJoin(mandates, and(eq(mandates.partnerId, debits.partnerId), eq(mandates.id, debits.mandateId)))
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, invoiceId), inArray(payments.status, ["scheduled", "pending"])))
    .orderBy(sql`${payments.status} = 'scheduled'`, asc(debits.collectOn), asc(payments.instalmentNumber))
    .limit(1);
  if (!found) return null;
  const { status, holder, ibanEnd, mandateReference, isUnsent, ...debit } = found;
  const today = dayAt(clock.now(actor));
  return {
    ...debit,
    isUnconfirmed: status === "at_bank" && (isUnsent ? debit.collectOn <= today : isAnswerOverdue(debit.collectOn, today)),
    status: status === "planned" ? "planned" : "at_bank",
    ...{ holder: holder ?? "", ibanEnd: ibanEnd ?? "", mandateReference: mandateReference ?? "" },
  };
}
