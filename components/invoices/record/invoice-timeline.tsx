"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import {
  Archive,
  ArchiveRestore,
  Banknote,
  BellRing,
  CirclePause,
  CirclePlay,
  CirclePlus,
  ClockAlert,
  CornerUpLeft,
  FilePlus,
  LifeBuoy,
  Lock,
  type LucideIcon,
  Mail,
  MailX,
  MessageCircleQuestionMark,
  Pencil,
  Reply,
  RotateCcw,
  Send,
  TicketMinus,
  Undo2,
} from "lucide-react";
import Link from "next/link";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useAuthorWords } from "@/components/conversations/conversation/use-author-words";
import { useTRPC } from "@/components/data/trpc";
import { endpointHref } from "@/components/developers/endpoints/endpoint-address";
import type { Reader } from "@/components/shell/reader";
import { WhoMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Section } from "@/components/ui/page/section";
import { Skeleton } from "@/components/ui/page/skeleton";
import { Amount } from "@/components/ui/text/amount";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { Timeline, TimelineItem, TimelineNow } from "@/components/ui/text/timeline";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { Notification, TimelineEvent } from "@/server/desk/timeline/timeline";
import { messageKinds } from "@/server/domain/collection-messages";
import { formatDay, formatMoment } from "@/server/domain/dates";
import { PlannedItems } from "./planned-items";

interface Props extends Pick<Reader, "role"> {
  invoice: InvoiceRecord;
}

/** All that happened to an invoice, newest first, below the line "Now"; above it what is planned. */
export function InvoiceTimeline({ invoice, role }: Props) {
  const say = useTranslations("invoice.timeline");
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  const { data: events } = useSuspenseQuery(useTRPC().invoice.timeline.queryOptions({ invoiceId: invoice.id }));
  const { data: plan } = useSuspenseQuery(useTRPC().invoice.plan.queryOptions({ invoiceId: invoice.id }));
  return (
    <Section title={say("title")}>
      <Timeline>
        {plan && <PlannedItems plan={plan} now={invoice.now} />}
        <TimelineNow>{say("now", { date: formatMoment(invoice.now, locale, timeZone, "weekday") })}</TimelineNow>
        {events.map((event) => (
          <Event key={event.id} event={event} invoice={invoice} role={role} />
        ))}
      </Timeline>
    </Section>
  );
}

interface EventProps extends Props {
  event: TimelineEvent;
}

/** The thread before its events are there. */
export function InvoiceTimelineSkeleton() {
  const say = useTranslations("invoice.timeline");
  return (
    <Section title={say("title")}>
      <div className="grid gap-4">
        <Skeleton />
        <Skeleton className="w-3/5" />
        <Skeleton className="w-2/3" />
      </div>
    </Section>
  );
}

function Event({ event, invoice, role }: EventProps) {
  const { icon, tone } = lookOf(event);
  return (
    <TimelineItem
      icon={icon}
      tone={tone}
      meta={
        <>
          <RelativeTime at={event.at} />
          {event.kind === "notified" && role === "administrator" && <DeliveryLink of={event} />}
          {canBeSentAgain(event, invoice) && (
            <WhoMay needs="answer">
              <SendAgain event={event} invoice={invoice} />
            </WhoMay>
          )}
        </>
      }
      amount={"amountCents" in event ? <Amount cents={event.amountCents} /> : undefined}
    >
      <What event={event} invoice={invoice} />
    </TimelineItem>
  );
}

/** Only administrators may look into the log. */
function DeliveryLink({ of: { endpointId, deliveryId } }: { of: Notification }) {
  const say = useTranslations("invoice.timeline");
  return (
    <>
      {" · "}
      <Link href={endpointHref(endpointId, { delivery: deliveryId })} prefetch={false}>
        {say("delivery")}
      </Link>
    </>
  );
}

/** Asks before it sends, so what it asks is loaded only then. */
function SendAgain({ event, invoice }: Omit<EventProps, "role">) {
  const say = useTranslations("invoice.sendAgain");
  return (
    <div className="mt-1.5">
      <OnDemand
        load={() => import("./send-again-dialog")}
        props={{ invoice, messageId: event.id, mayHaveArrived: event.kind === "message" }}
        popup="dialog"
        trigger={<Button size="sm">{say("open")}</Button>}
      />
    </div>
  );
}

/** What did not arrive for certain, as long as the customer is still to be told: an answer and what happened always, what asks for money while some is owed. */
function canBeSentAgain(event: TimelineEvent, { retractedAt, account }: InvoiceRecord): boolean {
  if (event.kind !== "message" && event.kind !== "message_refused") return false;
  const isOver = event.kind === "message_refused" || event.delivery === "unknown" || event.delivery === "refused";
  const asks = messageKinds.some((kind) => kind === event.about);
  return isOver && ((event.about !== null && !asks) || (!retractedAt && account.outstandingCents > 0));
}

function What({ event, invoice }: Omit<EventProps, "role">) {
  const say = useTranslations("invoice");
  const sayCollection = useTranslations("collection");
  const locale = useLocale();
  const { nameOf } = useAuthorWords(invoice);
  switch (event.kind) {
    case "added":
      return (
        <>
          {say("timeline.added")} <span className="text-ink-muted">{event.description}</span>
        </>
      );
    case "refund":
      return say("timeline.refund");
    case "payment":
    case "chargeback":
    case "fee":
    case "credit":
      return event.paymentMethod
        ? say("timeline.paidBy", { type: say(`lineTypes.${event.lineType}`), method: say(`methods.${event.paymentMethod}`) })
        : say(`lineTypes.${event.lineType}`);
    case "message":
      return (
        <>
          {say(`timeline.channels.${event.channel}`)} <span className="text-ink-muted">{event.description}</span>
          {event.delivery && <span className="block text-xs text-ink-faint">{sayCollection(`delivery.${event.delivery}`)}</span>}
        </>
      );
    case "message_refused":
      return sayCollection(`notSent.${event.why}`, { what: sayCollection(`items.${event.about}`) });
    case "ticket":
      return event.sender === "customer" ? say("timeline.question") : say("timeline.answer", { by: nameOf(event.by) });
    case "retracted":
      return say("timeline.retracted", { by: nameOf(event.by) });
    case "held":
      return (
        <>
          {say(`timeline.held.${event.hold}`, {
            by: event.hold === "objected" ? invoice.customerName : nameOf(event.by),
            until: event.until ? formatDay(event.until, locale, "day") : "",
          })}
          <span className="block text-ink-muted">{event.reason}</span>
        </>
      );
    case "notified":
      return say(event.isConfirmed ? "timeline.notified" : "timeline.notNotified", { endpoint: event.endpointName });
    default:
      return say(`timeline.${event.kind}`, { by: nameOf(event.by) });
  }
}

type Look = { icon: LucideIcon; tone?: "usual" | "bad" | "good" | "us" };

const looks: Record<Exclude<TimelineEvent["kind"], "ticket">, Look> = {
  created: { icon: FilePlus },
  transmitted: { icon: Send },
  recipient_changed: { icon: Pencil },
  held: { icon: CirclePause },
  resumed: { icon: CirclePlay },
  retracted: { icon: Undo2 },
  added: { icon: CirclePlus },
  payment: { icon: Banknote, tone: "good" },
  chargeback: { icon: RotateCcw, tone: "bad" },
  refund: { icon: CornerUpLeft },
  fee: { icon: ClockAlert, tone: "bad" },
  credit: { icon: TicketMinus },
  message: { icon: Mail },
  message_refused: { icon: MailX, tone: "bad" },
  message_sent_again: { icon: Mail },
  note: { icon: Lock },
  notified: { icon: BellRing },
  assigned_to_support: { icon: LifeBuoy },
  left_support: { icon: LifeBuoy },
  archived: { icon: Archive },
  unarchived: { icon: ArchiveRestore },
};

function lookOf(event: TimelineEvent): Look {
  if (event.kind !== "ticket") return looks[event.kind];
  return event.sender === "customer" ? { icon: MessageCircleQuestionMark, tone: "us" } : { icon: Reply };
}
