import { dayAt } from "@/server/domain/formats/calendar";
import { isReminder, type MessageKind, messageKinds } from "@/server/domain/rules/collection-messages";
import type { CollectedInvoice } from "./collected-invoice";
import { isToldOfFee, plan, roundOf } from "./plan";

/**
 * Returns an invoice as it is while another invoice's reminder asks for it too (decision 0160): with a reminder of this kind as its own.
 * That is its own reminder if one is being sent, or one that is brought forward. Undefined if the mail may not ask for the invoice: it was
 * sent this kind or a later one in its round, it was not sent the kind before, a mail named a day for it that is not over, or its
 * late-payment fee would move.
 */
export function takenIn(invoice: CollectedInvoice, kind: MessageKind, now: Date): CollectedInvoice | undefined {
  const round = roundOf(invoice);
  const reminders = invoice.messages.filter((each) => isReminder(each.kind) && each.round === round);
  if (reminders.some((each) => each.kind === kind && each.fate === "going")) return invoice;
  const isTooLate = reminders.some((each) => each.fate === "going" || rankOf(each.kind) >= rankOf(kind));
  const before = kindBefore(invoice, kind);
  const isTooEarly = before !== undefined && !reminders.some((each) => each.kind === before && each.fate === "left");
  if (isTooLate || isTooEarly || (invoice.namedUntil ?? "") >= dayAt(now)) return undefined;
  const taken: CollectedInvoice = {
    ...invoice,
    messages: [...invoice.messages, { kind, round, at: now, fate: "going", graceUntil: null }],
  };
  return isToldOfFee(invoice) && feeMs(taken, now) !== feeMs(invoice, now) ? undefined : taken;
}

const rankOf = (kind: MessageKind) => messageKinds.indexOf(kind);

/** Returns the reminder that comes before this one by the settings; undefined for the first. */
function kindBefore({ settings }: CollectedInvoice, kind: MessageKind): MessageKind | undefined {
  return messageKinds.slice(0, rankOf(kind)).findLast((each) => isReminder(each) && settings[`${each}Day`] !== null);
}

function feeMs(invoice: CollectedInvoice, now: Date): number | undefined {
  return plan(invoice, now)
    .find((item) => item.kind === "late_payment_fee")
    ?.at.getTime();
}
