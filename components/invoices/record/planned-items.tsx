import { CalendarClock, ClockAlert, Mail } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { Amount } from "@/components/ui/text/amount";
import { useRegion } from "@/components/ui/text/region";
import { TimelineItem } from "@/components/ui/text/timeline";
import type { InvoicePlan } from "@/server/billing/collection/describe-plan";
import { dayAt } from "@/server/domain/formats/calendar";
import { daysBetween, formatMoment, formatRelative } from "@/server/domain/formats/dates";

/** Planned events of an invoice that is not paid before, latest first, as in the timeline. */
export function PlannedItems({ plan: { dueOn, items }, now }: { plan: InvoicePlan; now: Date }) {
  const say = useTranslations("collection");
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  // Noon of the due day sorts it before a message sent later on that day. Relative dates count days.
  const due = items.length > 0 && dueOn >= dayAt(now) ? [{ kind: "due" as const, at: new Date(`${dueOn}T12:00:00Z`) }] : [];
  const all = [...items, ...due].sort((a, b) => b.at.getTime() - a.at.getTime());
  const whenOf = (at: Date) => {
    const day = formatMoment(at, region, timeZone, "weekday");
    // Beyond a month, the day alone is enough.
    return daysBetween(now, at, timeZone) > 30 ? day : `${day}, ${formatRelative(at, now, region, timeZone)}`;
  };
  return all.map((item) => (
    <TimelineItem
      key={item.kind}
      future
      icon={item.kind === "due" ? CalendarClock : item.kind === "late_payment_fee" ? ClockAlert : Mail}
      meta={whenOf(item.at)}
      amount={item.kind === "late_payment_fee" ? <Amount cents={item.amountCents} /> : undefined}
    >
      {item.kind === "due"
        ? say("timeline.due")
        : say(item.kind === "late_payment_fee" ? "timeline.fee" : "timeline.message", { what: say(`items.${item.kind}`) })}
    </TimelineItem>
  ));
}
