"use client";

import { Mail, MailOpen, Smartphone } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Desk } from "@/components/conversations/conversation/desk";
import { onPlainClick } from "@/components/shell/on-plain-click";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Cell, Row, SumRow, Table, TableBody } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { Detail, Details } from "@/components/ui/text/details";
import { EmailAddress } from "@/components/ui/text/email-address";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { Timeline, TimelineItem } from "@/components/ui/text/timeline";
import type { PlannedItem } from "@/server/billing/collection/plan";
import type { Line } from "@/server/billing/invoices/invoice";
import type { PreviousConversation } from "@/server/desk/tickets/conversation";
import { groupIban } from "@/server/domain/banking/group-iban";
import { lineNameOf, undoneBy } from "@/server/domain/words/line-names";
import type { InboxAddress } from "./inbox-address";
import { SendNewLink } from "./send-new-link";
import type { KnownInvoice, SentMessage } from "./use-invoice-facts";

/** Number of newest lines shown. Earlier ones are summed up. */
const LINES_SHOWN = 12;
const MESSAGES_SHOWN = 3;

export function FactsLines({ invoice }: { invoice: KnownInvoice }) {
  const { lines, outstandingCents, countryCode } = invoice;
  const say = useTranslations("conversation.facts");
  const nameOf = (line: Line) => {
    const by = undoneBy(line, invoice);
    return by ? say("undoneBy", { by }) : say(`lineType.${lineNameOf(line, invoice)}`);
  };
  const earlier = lines.slice(0, Math.max(0, lines.length - LINES_SHOWN));
  return (
    <FactsPart title={say("lines")}>
      <Table caption={say("lines")} density="slim" flush>
        <TableBody>
          {earlier.length > 0 && (
            <Row>
              <Cell className="text-ink-muted">{say("earlierLines", { count: earlier.length })}</Cell>
              <Cell numeric className="text-ink-muted">
                <Amount cents={sumOf(earlier)} country={countryCode} />
              </Cell>
            </Row>
          )}
          {lines.slice(earlier.length).map((line) => (
            <Row key={line.id}>
              <Cell className="wrap-anywhere">{line.description ?? nameOf(line)}</Cell>
              <Cell numeric>
                <Amount cents={line.amountCents} country={countryCode} />
              </Cell>
            </Row>
          ))}
          <SumRow>
            <Cell>{say("sum")}</Cell>
            <Cell numeric>
              <Amount cents={outstandingCents} country={countryCode} />
            </Cell>
          </SumRow>
        </TableBody>
      </Table>
    </FactsPart>
  );
}

export function FactsNext({ next }: { next: PlannedItem }) {
  const say = useTranslations("conversation.facts");
  const sayCollection = useTranslations("collection");
  return (
    <FactsPart title={say("next")}>
      <p className="flex flex-wrap justify-between gap-x-2 text-sm">
        <span>{sayCollection(`items.${next.kind}`)}</span>
        <FormattedDate at={next.at} as="date" className="text-ink-muted" />
      </p>
    </FactsPart>
  );
}

export function FactsMessages({ messages }: { messages: SentMessage[] }) {
  const say = useTranslations("conversation.facts");
  return (
    <FactsPart title={say("messages")}>
      <Timeline>
        {messages.slice(0, MESSAGES_SHOWN).map(({ id, channel, description, at }) => (
          <TimelineItem key={id} icon={channelIcons[channel]} meta={<FormattedDate at={at} as="moment" />}>
            {say(`channel.${channel}`, { description })}
          </TimelineItem>
        ))}
      </Timeline>
    </FactsPart>
  );
}

export function FactsRecipient({ desk, invoice }: { desk: Desk; invoice: KnownInvoice }) {
  const say = useTranslations("conversation.facts");
  const { customerEmail, customerPhoneNumber, directDebitIban, externalInvoiceNumber, reference } = invoice;
  return (
    <FactsPart title={say("recipient")}>
      <Details>
        <Copied label={say("email")} value={customerEmail} shown={customerEmail && <EmailAddress email={customerEmail} />} />
        <Copied label={say("phone")} value={customerPhoneNumber} />
        {/* Support sees a masked number, so there is nothing to copy. */}
        {desk === "support" ? (
          directDebitIban && <Detail label={say("iban")}>{directDebitIban}</Detail>
        ) : (
          <Copied label={say("iban")} value={directDebitIban} shown={directDebitIban && groupIban(directDebitIban)} />
        )}
        <Copied label={say("externalNumber", { desk })} value={externalInvoiceNumber} />
        <Copied label={say("reference")} value={reference} />
      </Details>
      {desk === "support" && customerEmail && <SendNewLink invoiceId={invoice.id} email={customerEmail} />}
    </FactsPart>
  );
}

interface OtherConversationsProps {
  previous: PreviousConversation[];
  hrefOf: (address: Partial<InboxAddress>) => string;
  onOpen: (invoiceId: string) => void;
}

export function OtherConversations({ previous, hrefOf, onOpen }: OtherConversationsProps) {
  const say = useTranslations("conversation.facts");
  const sayStatus = useTranslations("conversation.list.tabs");
  return (
    <FactsPart title={say("others")}>
      <ul className="grid gap-2 text-sm">
        {previous.map(({ invoiceId, invoiceNumber, status, at }) => (
          <li key={invoiceId} className="flex flex-wrap items-baseline gap-x-2">
            <Link
              href={hrefOf({ invoice: invoiceId, pane: null })}
              prefetch={false}
              className="underline"
              onClick={onPlainClick(() => onOpen(invoiceId))}
            >
              {say("invoice", { number: String(invoiceNumber) })}
            </Link>
            <span className="text-xs text-ink-faint">
              {sayStatus(status)} · <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ul>
    </FactsPart>
  );
}

function FactsPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-1">
      <h3 className="flex min-h-7 items-center">{title}</h3>
      {children}
    </section>
  );
}

function Copied({ label, value, shown = value }: { label: string; value: string | null; shown?: ReactNode }) {
  if (!value) return null;
  return (
    <Detail label={label}>
      {shown} <CopyButton value={value} name={label} />
    </Detail>
  );
}

function sumOf(lines: Line[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

const channelIcons = { EMAIL: Mail, SMS: Smartphone, LETTER: MailOpen };
