import { CalendarClock, ClockAlert, Landmark, type LucideIcon, Mail } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { Amount } from "@/components/ui/text/amount";
import { useRegion } from "@/components/ui/text/region";
import { TimelineItem } from "@/components/ui/text/timeline";
import type { InvoicePlan } from "@/server/billing/collection/describe-plan";
import { dayAt } from "@/server/domain/formats/calendar";
import { daysBetween, formatDay, formatMoment, formatRelative, formatRelativeDay } from "@/server/domain/formats/dates";

/** Events planned in case the invoice is not paid before, latest first, as in the timeline. */
export function PlannedItems({ plan: { dueOn, fee, items, debit }, now }: { plan: InvoicePlan; now: Date }) {
  const say = useTranslations("collection");
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const today = dayAt(now);
  // The due day has no time of day. At noon, it is earlier than a message that is sent later on that day.
  const due = items.length > 0 && dueOn >= today ? [{ kind: "due" as const, at: new Date(`${dueOn}T12:00:00Z`) }] : [];
  // A fee on another invoice of the payer.
  const feeElsewhere = fee?.elsewhere
    ? [{ ...fee, kind: "fee_elsewhere" as const, number: fee.elsewhere, at: new Date(`${fee.chargedOn}T12:00:00Z`) }]
    : [];
  const debited = debit ? [{ ...debit, kind: "debited" as const, at: new Date(`${debit.collectOn}T12:00:00Z`) }] : [];
  const all = [...items, ...due, ...feeElsewhere, ...debited].sort((a, b) => b.at.getTime() - a.at.getTime());
  const whenOf = ({ kind, at }: Item) => {
    const day = formatMoment(at, region, timeZone, "weekday");
    // Beyond 30 days, the relative time would be the same day again.
    if (daysBetween(now, at, timeZone) > 30) return day;
    const isWholeDay = kind === "due" || kind === "fee_elsewhere" || kind === "debited";
    return `${day}, ${isWholeDay ? formatRelativeDay(dayAt(at), today, region) : formatRelative(at, now, region, timeZone)}`;
  };
  return all.map((item) => (
    <TimelineItem
      key={item.kind}
      future
      icon={iconOf(item)}
      meta={whenOf(item)}
      amount={"amountCents" in item ? <Amount cents={item.amountCents} /> : undefined}
    >
      {wordsOf(item, say, (on) => formatDay(on, region, "long"))}
    </TimelineItem>
  ));
}

type Item =
  | InvoicePlan["items"][number]
  | { kind: "due"; at: Date }
  | { kind: "fee_elsewhere"; at: Date; number: string }
  | { kind: "debited"; at: Date; status: NonNullable<InvoicePlan["debit"]>["status"]; collectOn: string; amountCents: number };

function iconOf(item: Item): LucideIcon {
  if (item.kind === "due") return CalendarClock;
  if (item.kind === "debit" || item.kind === "debited") return Landmark;
  if ("number" in item) return Mail;
  return "amountCents" in item ? ClockAlert : Mail;
}

function wordsOf(item: Item, say: ReturnType<typeof useTranslations<"collection">>, day: (on: string) => string): string {
  if (item.kind === "due") return say("timeline.due");
  if (item.kind === "fee_elsewhere") return say("timeline.feeElsewhere", { what: say("items.late_payment_fee"), number: item.number });
  if (item.kind === "debit") return say("timeline.message", { what: say("items.debit_announced") });
  if (item.kind === "debited") {
    const values = { what: say("items.debit"), day: day(item.collectOn) };
    return say(item.status === "planned" ? "timeline.debit" : "timeline.debitAtBank", values);
  }
  return say(item.kind === "late_payment_fee" ? "timeline.fee" : "timeline.message", { what: say(`items.${item.kind}`) });
}
