"use client";

import { useQuery } from "@tanstack/react-query";
import type { Desk } from "@/components/conversations/conversation/desk";
import { useTRPC } from "@/components/data/trpc";
import type { PlannedItem } from "@/server/billing/collection/plan";
import type { Line } from "@/server/billing/invoices/invoice";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { SupportInvoice } from "@/server/desk/support/get-support-conversation";
import type { TimelineEvent } from "@/server/desk/timeline/timeline";

/** Facts about an invoice that both desks see. */
export interface KnownInvoice
  extends Pick<
    SupportInvoice & InvoiceRecord,
    | "id"
    | "invoiceNumber"
    | "externalInvoiceNumber"
    | "reference"
    | "currency"
    | "transmittedAt"
    | "dueOn"
    | "retractedAt"
    | "isPaymentInProgress"
    | "hold"
    | "customerEmail"
    | "customerPhoneNumber"
    | "customerPhoneCountryCode"
    | "directDebitIban"
    | "refundLineIds"
    | "undoneLines"
  > {
  lines: Line[];
  /** Event planned next in case the invoice is not paid before. */
  next: PlannedItem | null;
  outstandingCents: number;
  /** The company's country, which determines the format of amounts. */
  countryCode: string | null;
  /** Current time by the partner's clock; null at support's desk, where `SupportSandbox` knows that clock. */
  now: Date | null;
}

export interface SentMessage {
  id: string;
  channel: "EMAIL" | "SMS" | "LETTER";
  description: string;
  at: Date;
}

export interface InvoiceFacts {
  invoice: KnownInvoice | undefined;
  /** Messages to the customer, newest first. */
  messages: SentMessage[];
}

/** Facts about the invoice of a conversation, as this desk may see them. */
export function useInvoiceFacts(desk: Desk, invoiceId: string): InvoiceFacts {
  const trpc = useTRPC();
  const isSupport = desk === "support";
  const record = useQuery(trpc.invoice.get.queryOptions({ invoiceId }, { enabled: !isSupport }));
  const plan = useQuery(trpc.invoice.plan.queryOptions({ invoiceId }, { enabled: !isSupport }));
  const timeline = useQuery(trpc.invoice.timeline.queryOptions({ invoiceId }, { enabled: !isSupport }));
  const ofSupport = useQuery(trpc.support.conversation.queryOptions({ invoiceId }, { enabled: isSupport }));

  if (isSupport) {
    const invoice = ofSupport.data?.invoice;
    const sent = invoice?.messages.map(({ id, type, description, createdAt }) => ({ id, channel: type, description, at: createdAt })) ?? [];
    return {
      invoice: invoice && {
        ...invoice,
        next: invoice.plan?.items[0] ?? null,
        outstandingCents: invoice.amountTotalCents,
        countryCode: null,
        now: null,
      },
      messages: sent.reverse(),
    };
  }
  return {
    invoice: record.data && {
      ...record.data,
      next: plan.data?.items[0] ?? null,
      outstandingCents: record.data.account.outstandingCents,
      countryCode: record.data.companyCountryCode,
    },
    messages: timeline.data?.filter(isMessage) ?? [],
  };
}

function isMessage(event: TimelineEvent): event is Extract<TimelineEvent, { kind: "message" }> {
  return event.kind === "message";
}
