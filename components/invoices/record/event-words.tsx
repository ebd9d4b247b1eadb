import {
  Archive,
  ArchiveRestore,
  Banknote,
  BellRing,
  CalendarClock,
  CirclePause,
  CirclePlay,
  CirclePlus,
  ClockAlert,
  CornerUpLeft,
  Eye,
  FilePlus,
  Handshake,
  LifeBuoy,
  Lock,
  type LucideIcon,
  Mail,
  MailX,
  MessageCircleQuestionMark,
  MessageSquareText,
  Pencil,
  Reply,
  RotateCcw,
  Send,
  Stamp,
  TicketMinus,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { DebitReason } from "@/components/companies/debits/debit-reason";
import { useAuthorWords } from "@/components/conversations/conversation/use-author-words";
import { useIsSandbox } from "@/components/shell/reader-rights";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { BankReason, TimelineEvent } from "@/server/desk/timeline/timeline";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";

type HeldEvent = Extract<TimelineEvent, { kind: "held" }>;
type MessageEvent = Extract<TimelineEvent, { kind: "message" }>;

/** An event in words. */
export function EventWords({ event, invoice }: { event: TimelineEvent; invoice: InvoiceRecord }) {
  const say = useTranslations("invoice");
  const sayCollection = useTranslations("collection");
  const region = useRegion();
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
    case "undone":
      return event.byName ? say("timeline.undoneBy", { by: event.byName }) : say("timeline.undone");
    case "payment":
    case "chargeback":
    case "fee":
    case "credit":
      return (
        <>
          {event.paymentMethod
            ? say("timeline.paidBy", { type: say(`lineTypes.${event.lineType}`), method: say(`methods.${event.paymentMethod}`) })
            : say(`lineTypes.${event.lineType}`)}
          <Reason reason={event.reason} />
        </>
      );
    case "debit_rejected":
      return (
        <>
          {event.reportedAt
            ? say("timeline.debit_rejected", { day: formatDay(dayAt(event.reportedAt), region, "date") })
            : say("timeline.debit_not_collected")}
          <Reason reason={event.reason} />
        </>
      );
    case "message":
      return <Sent message={event} />;
    case "message_refused":
      return sayCollection(`notSent.${event.why}`, { what: sayCollection(`items.${event.about}`) });
    case "ticket":
      return event.sender === "customer" ? say("timeline.question") : say("timeline.answer", { by: nameOf(event.by) });
    case "retracted":
      return say("timeline.retracted", { by: nameOf(event.by) });
    case "held":
      return (
        <>
          {say(`timeline.held.${wordOfHold(event)}`, {
            by: event.hold === "objected" || event.promisedOn ? invoice.customerName : nameOf(event.by),
            day: event.promisedOn ? formatDay(event.promisedOn, region, "date") : "",
            until: event.until ? formatDay(event.until, region, "date") : "",
          })}
          <span className="block text-ink-muted">{event.reason}</span>
        </>
      );
    case "page_opened":
      return say("timeline.page_opened");
    case "instalments_ended":
      return say("timeline.instalments_ended", { because: event.because ?? "missed", by: nameOf(event.by) });
    case "notified":
      return say(event.isConfirmed ? "timeline.notified" : "timeline.notNotified", { endpoint: event.endpointName });
    default:
      return say(`timeline.${event.kind}`, { by: nameOf(event.by) });
  }
}

/** The bank's reason; nothing if it gave none. */
function Reason({ reason }: { reason: BankReason | null }) {
  return (
    reason && (
      <span className="block text-ink-muted">
        <DebitReason {...reason} />
      </span>
    )
  );
}

/** Returns the name of the words for a hold. */
function wordOfHold({ hold, promisedOn, withdrawsPromise, isResumed }: HeldEvent) {
  if (withdrawsPromise && !isResumed) return "withdrawn";
  if (promisedOn === null) return hold;
  return isResumed ? "promised_again" : "promised";
}

/**
 * A message: its kind and its outcome, and the subject on request. A message that the service did not send on its own has no kind
 * (`about`), so its description is shown.
 */
function Sent({ message: { channel, about, description, delivery } }: { message: MessageEvent }) {
  const say = useTranslations("invoice.timeline");
  const sayCollection = useTranslations("collection");
  const isSandbox = useIsSandbox();
  const outcome = delivery && (
    <span className="block text-xs text-ink-faint">
      {sayCollection(`delivery.${isSandbox && delivery === "sent" ? "in_sandbox" : delivery}`)}
    </span>
  );
  if (!about) {
    return (
      <>
        {say(`channels.${channel}`)} <span className="text-ink-muted">{description}</span>
        {outcome}
      </>
    );
  }
  return (
    <>
      {say(`sentBy.${channel}`, { what: sayCollection(`items.${about}`) })}
      {outcome}
      <details className="text-xs text-ink-faint print:hidden">
        <summary className="w-fit cursor-pointer">{say("subject")}</summary>
        <span className="text-ink-muted wrap-anywhere">{description}</span>
      </details>
    </>
  );
}

type Look = { icon: LucideIcon; tone?: "usual" | "bad" | "good" | "ourTurn" };

const looks: Record<Exclude<TimelineEvent["kind"], "ticket" | "message">, Look> = {
  created: { icon: FilePlus },
  transmitted: { icon: Send },
  recipient_changed: { icon: Pencil },
  due_day_moved: { icon: CalendarClock },
  held: { icon: CirclePause },
  instalments_agreed: { icon: Handshake },
  instalments_ended: { icon: Handshake },
  resumed: { icon: CirclePlay },
  retracted: { icon: Undo2 },
  added: { icon: CirclePlus },
  payment: { icon: Banknote, tone: "good" },
  chargeback: { icon: RotateCcw, tone: "bad" },
  debit_rejected: { icon: RotateCcw, tone: "bad" },
  refund: { icon: CornerUpLeft },
  undone: { icon: RotateCcw },
  fee: { icon: ClockAlert, tone: "bad" },
  credit: { icon: TicketMinus },
  page_opened: { icon: Eye },
  message_refused: { icon: MailX, tone: "bad" },
  message_sent_again: { icon: Mail },
  note: { icon: Lock },
  notified: { icon: BellRing },
  assigned_to_support: { icon: LifeBuoy },
  left_support: { icon: LifeBuoy },
  archived: { icon: Archive },
  unarchived: { icon: ArchiveRestore },
};

const channelIcons: Record<MessageEvent["channel"], LucideIcon> = { EMAIL: Mail, SMS: MessageSquareText, LETTER: Stamp };

/** Icon and tone of an event. */
export function lookOf(event: TimelineEvent): Look {
  if (event.kind === "message") return { icon: channelIcons[event.channel] };
  if (event.kind === "ticket") return event.sender === "customer" ? { icon: MessageCircleQuestionMark, tone: "ourTurn" } : { icon: Reply };
  return looks[event.kind];
}
