import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Company, companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { securityEvents } from "@/db/schema/security-events";
import { type Actor, identityOf } from "@/server/actor";
import { describePlan, type InvoicePlan } from "@/server/billing/collection/describe-plan";
import { importDueOn } from "@/server/billing/imports/import-due-on";
import { whereNotAsked } from "@/server/billing/imports/where-not-asked";
import { findHold, type OpenHold } from "@/server/billing/invoices/find-hold";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { findMoneyOfLines } from "@/server/billing/invoices/find-money-of-lines";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { isPaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import type { Conversation } from "@/server/desk/tickets/conversation";
import { getConversation } from "@/server/desk/tickets/get-conversation";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { dayAt } from "@/server/domain/formats/calendar";
import type { MisnamedLines } from "@/server/domain/words/line-names";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { type Supporter, supportActor } from "./support-actor";

/** Facts about the invoice that support needs for an answer. Contains nothing else of the partner's. */
export interface SupportInvoice extends Omit<InvoiceDetails, "tickets">, MisnamedLines {
  currency: Company["currency"];
  transmittedAt: Date | null;
  isPaymentInProgress: boolean;
  /** Whether an amount is outstanding for which the customer could not be asked: there is no e-mail address, or the message was refused. */
  isNotAsked: boolean;
  /** Hold on the invoice; null if there is none. */
  hold: OpenHold | null;
  /** Due day, and the coming steps if nobody pays; null if the service does not collect the invoice. */
  plan: InvoicePlan | null;
  /** Whether the partner is a sandbox. */
  isSandbox: boolean;
  /** Difference between the partner's clock and real time, in ms. */
  clockOffsetMs: number;
}

export interface SupportConversation {
  conversation: Conversation;
  invoice: SupportInvoice;
  /** Whether the conversation is assigned to support now. If not, it was archived while assigned, and can only be read and brought back. */
  isAssigned: boolean;
}

/**
 * Returns a conversation that is assigned to support, or was until it was archived, with the facts about its invoice. Everything is read
 * from one snapshot. Throws `invalid_invoice_id`.
 */
export function getSupportConversation(db: Database, supporter: Supporter, invoiceId: string): Promise<SupportConversation> {
  return db.transaction(
    async (tx) => {
      const actor = await supportActor(tx, supporter, invoiceId, "read");
      await logReading(tx, actor, invoiceId);
      const conversation = await getConversation(tx, actor, invoiceId, "support");
      const { tickets, ...invoice } = await getInvoice(tx, actor, invoiceId);
      const facts = only(
        await tx
          .select({
            currency: companies.currency,
            transmittedAt: imports.transmittedAt,
            dueOn: importDueOn,
            isNotAsked: whereNotAsked,
            isSandbox: partners.isSandbox,
            clockOffsetMs: partners.clockOffsetMs,
          })
          .from(imports)
          .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
          .innerJoin(partners, eq(partners.id, imports.partnerId))
          .innerJoin(invoices, and(eq(invoices.partnerId, imports.partnerId), eq(invoices.id, invoiceId)))
          .where(and(eq(imports.partnerId, actor.partnerId), eq(imports.id, invoice.importId))),
      );
      const inProgress = await isPaymentInProgress(tx, invoice);
      const plan = await describePlan(tx, actor, invoiceId);
      const hold = await findHold(tx, invoice, dayAt(clock.now(actor)));
      const { refundLineIds, undoneLines } = await findMoneyOfLines(tx, invoice);
      return {
        conversation,
        // Support answers questions about an invoice and never moves money, so the account number is masked.
        invoice: {
          ...invoice,
          ...facts,
          dueOn: invoice.dueOn ?? facts.dueOn,
          directDebitIban: maskIban(invoice.directDebitIban),
          isPaymentInProgress: inProgress,
          hold,
          plan,
          refundLineIds,
          undoneLines,
        },
        isAssigned: conversation.assignedToSupportAt !== null,
      };
    },
    { isolationLevel: "repeatable read" },
  );
}

/** Logs that support read the invoice, at most once an hour, because an open conversation is fetched repeatedly. */
async function logReading(tx: Database, actor: Actor, invoiceId: string): Promise<void> {
  const about = `invoice:${invoiceId}`;
  const [seen] = await tx
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.partnerId, actor.partnerId),
        eq(securityEvents.about, about),
        eq(securityEvents.kind, "conversation_seen"),
        eq(securityEvents.actor, identityOf(actor)),
        sql`${securityEvents.happenedAt} > now() - interval '1 hour'`,
      ),
    )
    .limit(1);
  if (!seen) await recordEvent(tx, actor, "conversation_seen", { about });
}
