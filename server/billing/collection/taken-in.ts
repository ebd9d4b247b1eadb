import { dayAt } from "@/server/domain/formats/calendar";
import { isReminder, type MessageKind, messageKinds } from "@/server/domain/rules/collection-messages";
import type { CollectedInvoice } from "./collected-invoice";
import { isToldOfFee, plan, roundOf } from "./plan";

/**
 * Returns an invoice as it is while another invoice's reminder asks for it too (decision 0160): with an own reminder of this kind, which is being
 * sent already or is brought forward. Undefined if the mail may not ask for the invoice, because
 * - the invoice had a reminder of this kind or a later one in its round, or another one is being sent;
 * - the reminder of the kind before was not sent;
 * - a mail named a day to pay by for the invoice that is not over; a reminder that is being sent already waits only for a day that a mail in
 *   place of a direct debit named;
 * - its late-payment fee would move.
 */
export function takenIn(invoice: CollectedInvoice, kind: MessageKind, now: Date): CollectedInvoice | undefined {
  if ((invoice.insteadNamed ?? "") >= dayAt(now)) return undefined;
  const round = roundOf(invoice);
  const reminders = invoice.messages.filter((each) => isReminder(each.kind) && each.round === round);
  if (reminders.some((each) => each.kind === kind && each.fate === "going")) return invoice;
  const isTooLate = reminders.some((each) => each.fate === "going" || rankOf(each.kind) >= rankOf(kind));
  const before = kindBefore(invoice, kind);
  const isTooEarly = before !== undefined && !reminders.some((each) => each.kind === before && each.fate === "left");
  const hasTimeToPay = (invoice.namedUntil ?? "") >= dayAt(now);
  if (isTooLate || isTooEarly || hasTimeToPay) return undefined;
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
