"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CirclePause } from "lucide-react";
import Link from "next/link";
import { useTimeZone, useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { endpointHref } from "@/components/developers/endpoints/endpoint-page-state";
import { MailboxLink } from "@/components/shell/mailbox-link";
import type { Reader } from "@/components/shell/reader";
import { RequiresRight } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Section } from "@/components/ui/page/section";
import { Skeleton } from "@/components/ui/page/skeleton";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { useRegion } from "@/components/ui/text/region";
import { Timeline, TimelineItem, TimelineNow } from "@/components/ui/text/timeline";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { Notification, OnBankDay, TimelineEvent } from "@/server/desk/timeline/timeline";
import { daysBetween, formatMoment, formatRelative } from "@/server/domain/formats/dates";
import { asksForPayment } from "@/server/domain/rules/collection-messages";
import { EventWords, lookOf } from "./event-words";
import { PlannedItems } from "./planned-items";

interface Props extends Pick<Reader, "role"> {
  invoice: InvoiceRecord;
}

/** Events of an invoice, newest first, below the line "Now". Planned events are above that line. */
export function InvoiceTimeline({ invoice, role }: Props) {
  const say = useTranslations("invoice.timeline");
  const sayPlan = useTranslations("collection.timeline");
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const { data: events } = useSuspenseQuery(useTRPC().invoice.timeline.queryOptions({ invoiceId: invoice.id }));
  const { data: plan } = useSuspenseQuery(useTRPC().invoice.plan.queryOptions({ invoiceId: invoice.id }));
  return (
    <Section title={say("title")}>
      <Timeline>
        {invoice.atDesk && (
          <TimelineItem future icon={CirclePause}>
            {sayPlan("atDesk")}
          </TimelineItem>
        )}
        {plan && <PlannedItems plan={plan} now={invoice.now} />}
        <TimelineNow>{say("now", { date: formatMoment(invoice.now, region, timeZone, "weekday") })}</TimelineNow>
        {events.map((event) => (
          <Event key={event.id} event={event} invoice={invoice} role={role} />
        ))}
      </Timeline>
      {role !== "support" && <MailboxLink search={invoice.customerEmail} />}
    </Section>
  );
}

interface EventProps extends Props {
  event: TimelineEvent;
}

/** The timeline before its events arrive. */
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
          {"onBankDay" in event && event.onBankDay ? (
            <BankDay of={event.onBankDay} recordedAt={event.at} />
          ) : (
            <When at={event.at} now={invoice.now} />
          )}
          {event.kind === "notified" && role === "administrator" && <DeliveryLink of={event} />}
          {canBeSentAgain(event, invoice) && (
            <RequiresRight right="answer">
              <SendAgain event={event} invoice={invoice} />
            </RequiresRight>
          )}
        </>
      }
      amount={"amountCents" in event ? <Amount cents={event.amountCents} /> : undefined}
    >
      <EventWords event={event} invoice={invoice} />
    </TimelineItem>
  );
}

/** The day and the time, for accounting. Also how long ago that was, if it adds something. */
function When({ at, now }: { at: Date; now: Date }) {
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const days = daysBetween(at, now, timeZone);
  // Yesterday's relative time repeats the time of day; beyond 30 days, it is a date.
  const addsSomething = days !== 1 && days <= 30;
  return (
    <>
      <FormattedDate at={at} as="dated" />
      {addsSomething && (
        <span className="print:hidden" suppressHydrationWarning>
          {` · ${formatRelative(at, now, region, timeZone)}`}
        </span>
      )}
    </>
  );
}

/** The bank's day, which has no time, and when and by whom the event was recorded, if that is known. */
function BankDay({ of: { day, isRecordedAtKnown, byName }, recordedAt }: { of: OnBankDay; recordedAt: Date }) {
  const say = useTranslations("invoice.timeline");
  const words = { at: () => <FormattedDate key="at" at={recordedAt} as="moment" />, by: byName ?? "" };
  return (
    <>
      <FormattedDate day={day} as="date" />
      {isRecordedAtKnown && (
        <>
          {" · "}
          {say.rich(byName ? "recordedBy" : "recorded", words)}
        </>
      )}
    </>
  );
}

/** Link to the delivery, for administrators only. */
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

/** Sends a message again. The dialog that asks first is loaded when needed. */
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

/**
 * Whether a message can be sent again: it did not arrive, or perhaps did not, and it still matters. Answers and announcements always
 * matter; messages that ask for payment, or have no kind (`about`), matter only while money is owed.
 */
function canBeSentAgain(event: TimelineEvent, { retractedAt, account }: InvoiceRecord): boolean {
  if (event.kind !== "message" && event.kind !== "message_refused") return false;
  const mayBeLost = event.kind === "message_refused" || event.delivery === "unknown" || event.delivery === "refused";
  const isAboutPaying = event.about === null || asksForPayment(event.about);
  const isOwed = !retractedAt && account.outstandingCents > 0;
  return mayBeLost && (!isAboutPaying || isOwed);
}
