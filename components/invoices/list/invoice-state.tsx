import { CirclePause, CornerUpLeft, MailQuestionMark, MailX } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { Chip, type ChipTone } from "@/components/ui/text/chip";
import { Fact } from "@/components/ui/text/fact";
import { useRegion } from "@/components/ui/text/region";
import { dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { formatDay, formatMoment } from "@/server/domain/formats/dates";
import type { HoldKind } from "@/server/domain/rules/holds";
import { factOf, type InvoiceStanding, isOnHold, type InvoiceState as State, stateOf } from "@/server/domain/rules/invoice-state";

/** Fields that determine an invoice's state, its money fact and its due day. */
export interface InvoiceFacts extends InvoiceStanding {
  /** A day such as `2026-11-20`; null: not transmitted. */
  dueOn: string | null;
  /** Hold on the invoice; a pause may be over. */
  hold: { kind: HoldKind; until: string | null } | null;
  /** Whether no message has reached the customer. Absent if the page shows this elsewhere. */
  isNotAsked?: boolean;
  /** Whether the last message did not arrive. Absent if the page shows this elsewhere. */
  hasNotArrived?: boolean;
}

/** The invoice's state as a chip. Its texts, and those of the fact beside it, are in the namespace `invoices`. */
export function InvoiceState({ of: invoice }: { of: Omit<InvoiceStanding, "outstandingCents"> }) {
  const say = useTranslations("invoices.state");
  const state = stateOf(invoice);
  return <Chip tone={tones[state]}>{say(state)}</Chip>;
}

const tones: Record<State, ChipTone> = {
  not_transmitted: "draft",
  transmitted: "usual",
  payment_in_progress: "inProgress",
  retracted: "off",
};

/** Facts about the payment, such as "due in 3 days". Days are counted from `now`, the time by the partner's clock. */
export function PaymentFact({ of: invoice, now }: { of: InvoiceFacts; now: Date }) {
  const say = useTranslations("invoices.fact");
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const { transmittedAt } = invoice;
  const fact = factOf(invoice);

  if (fact === "to_refund") {
    return (
      <Fact tone="ourTurn" icon={CornerUpLeft}>
        {say("to_refund")}
      </Fact>
    );
  }
  if (invoice.retractedAt) return <Fact tone="none">{say("credited")}</Fact>;
  if (!transmittedAt) return <Fact tone="none">{say("notYetDue")}</Fact>;
  if (fact === "paid") return <Fact tone="paid">{say("paid")}</Fact>;
  const sent = say("sent", { when: formatMoment(transmittedAt, region, timeZone, "full") });
  const today = dayAt(now);
  if (invoice.hold && isOnHold(invoice, today)) {
    const { kind, until } = invoice.hold;
    return (
      <Fact tone={kind === "objected" ? "ourTurn" : "neutral"} icon={CirclePause} title={sent}>
        {say(`held.${kind}`, { until: until ? formatDay(until, region, "day") : "" })}
      </Fact>
    );
  }
  if (invoice.hasNotArrived) {
    return (
      <Fact tone="ourTurn" icon={MailX} title={sent}>
        {say("not_arrived")}
      </Fact>
    );
  }
  if (invoice.isNotAsked) {
    return (
      <Fact tone="ourTurn" icon={MailQuestionMark} title={sent}>
        {say("not_asked")}
      </Fact>
    );
  }
  const daysLeft = daysFrom(today, invoice.dueOn ?? dayAt(transmittedAt));
  return (
    <Fact tone={daysLeft < 0 ? "overdue" : "due"} title={sent}>
      {daysLeft < 0 ? say("overdue", { days: -daysLeft }) : say("dueIn", { days: daysLeft })}
    </Fact>
  );
}
