"use client";

import { ChevronLeft, ExternalLink } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Desk } from "@/components/conversations/conversation/desk";
import { useConversation } from "@/components/conversations/conversation/use-conversation";
import { InvoiceState, PaymentFact } from "@/components/invoices/list/invoice-state";
import { ButtonLink } from "@/components/ui/form/button-link";
import { CopyButton } from "@/components/ui/form/copy-button";
import { IconButton } from "@/components/ui/form/icon-button";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import { useBusinessMinute } from "@/components/ui/text/business-clock";
import { FactsLines, FactsMessages, FactsNext, FactsRecipient, OtherConversations } from "./facts";
import type { InboxAddress } from "./inbox-address";
import { paneHead } from "./inbox-layout";
import { FactsSkeleton } from "./inbox-skeleton";
import { useInvoiceFacts } from "./use-invoice-facts";

interface FactsPaneProps {
  desk: Desk;
  invoiceId: string;
  hrefOf: (address: Partial<InboxAddress>) => string;
  onOpen: (invoiceId: string) => void;
  onBack: () => void;
}

/** The third pane: the facts about the invoice that an answer needs. */
export function FactsPane({ desk, invoiceId, hrefOf, onOpen, onBack }: FactsPaneProps) {
  const say = useTranslations("conversation.facts");
  const { invoice, messages } = useInvoiceFacts(desk, invoiceId);
  const { conversation, failureCode } = useConversation(desk, invoiceId);
  const minute = useBusinessMinute();

  // The conversation's pane shows the failure.
  if (!invoice || !conversation) return failureCode ? null : <FactsSkeleton />;
  const number = String(invoice.invoiceNumber);
  const title = say("invoice", { number });
  const recordHref = `/invoices/${invoice.id}`;
  return (
    <>
      <div className={`${paneHead} px-4 max-sm:px-2`}>
        <IconButton name={say("back")} variant="quiet" size="sm" className="xl:hidden" onClick={onBack}>
          <ChevronLeft />
        </IconButton>
        <h2 className="min-w-0 truncate">{desk === "partner" ? <Link href={recordHref}>{title}</Link> : title}</h2>
        <CopyButton value={number} name={say("invoiceNumber")} />
        {desk === "partner" && (
          <ButtonLink
            variant="quiet"
            size="sm"
            square
            className="ml-auto"
            href={recordHref}
            prefetch={false}
            aria-label={say("open")}
            title={say("open")}
          >
            <ExternalLink />
          </ButtonLink>
        )}
      </div>
      <div className="grid min-h-0 flex-1 content-start gap-6 overflow-auto p-4 max-md:overflow-visible">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <InvoiceState of={invoice} />
            <PaymentFact of={invoice} now={invoice.now ?? new Date(minute)} />
          </div>
          <p className="text-xs text-ink-faint">{say("outstanding", { currency: invoice.currency })}</p>
          <p className="text-xl font-semibold tracking-[-0.02em]">
            <Total>
              <Amount cents={invoice.outstandingCents} country={invoice.countryCode} />
            </Total>
          </p>
        </div>
        {invoice.next && <FactsNext next={invoice.next} />}
        <FactsLines invoice={invoice} />
        {messages.length > 0 && <FactsMessages messages={messages} />}
        <FactsRecipient desk={desk} invoice={invoice} />
        {conversation.previous.length > 0 && <OtherConversations previous={conversation.previous} hrefOf={hrefOf} onOpen={onOpen} />}
      </div>
    </>
  );
}
