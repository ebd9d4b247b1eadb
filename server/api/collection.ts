import { z } from "zod";
import { holdKind } from "@/db/schema/holds";
import { departureReason } from "@/db/schema/households";
import { paymentMethod, paymentStatus } from "@/db/schema/payments";
import { refundStatus } from "@/db/schema/refunds";
import type { Collection } from "@/server/billing/collection/describe-collection";
import type { InvoicePlan } from "@/server/billing/collection/describe-plan";
import { nextMessage } from "@/server/billing/collection/plan";
import { DEBIT } from "@/server/billing/collection/planned-debit";
import { partStates } from "@/server/billing/collection/planned-instalments";
import { dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { isId } from "@/server/domain/formats/id";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { missedPartRules } from "@/server/domain/rules/instalment-settings";
import { invoiceStates, isOverdue, stateOf } from "@/server/domain/rules/invoice-state";
import { promiseStates } from "@/server/domain/rules/promise";
import { cents, field, flag, isNothing, optionalDay, refused, requiredDay, requiredText } from "@/server/platform/fields";
import { day, idText, textOrNull, timestamp } from "./resource";

const amount = (description: string) => z.int().meta({ description });

const collectionPayment = z
  .strictObject({
    payment_id: idText(),
    method: z.enum(paymentMethod.enumValues),
    status: z.enum(paymentStatus.enumValues),
    amount_cents: amount("Amount paid, or being paid, in integer cents, positive."),
    value_date: day().meta({ description: "The bank's value date if the payment is paid; otherwise the day on which it began." }),
    charged_back: z.boolean(),
    refundable_cents: amount("Amount that the provider can still pay back."),
    reason: textOrNull().meta({ description: "For a payment that the company recorded: how it knows of the payment." }),
  })
  .meta({ id: "CollectionPayment" });

const collectionRefund = z
  .strictObject({
    refund_id: idText(),
    payment_id: idText().nullable().meta({ description: "The payment that is refunded; null: the company paid the money back itself." }),
    status: z.enum(refundStatus.enumValues),
    amount_cents: amount("Integer cents, positive."),
    reason: z.string(),
    date: timestamp(),
  })
  .meta({ id: "CollectionRefund" });

const hold = z
  .strictObject({
    kind: z.enum(holdKind.enumValues),
    reason: z.string(),
    until: day().nullable().meta({ description: "The last day of a pause; null: until it is lifted." }),
    since: timestamp(),
  })
  .meta({ id: "Hold" });

/** State of an invoice's collection. This is the contract: add to it, never rename. */
export const collectionResource = z
  .strictObject({
    invoice_id: idText(),
    state: z.enum(invoiceStates),
    due_on: day().nullable().meta({ description: "Day by which the invoice must be paid; null: not transmitted." }),
    pay_by: day().nullable().optional().meta({
      description:
        "Day by which the newest message to the customer asks for payment: the due day, and after it the day that a reminder names; null: no message names a day, nothing is outstanding, or a direct debit that is planned or at the bank collects what was to be paid by then.",
    }),
    days_overdue: z.int().min(0),
    not_asked: z
      .boolean()
      .optional()
      .meta({ description: "True: no message has reached the customer, so the invoice is not overdue. Absent otherwise." }),
    billed_cents: amount("Sum of its INVOICE-LINEs."),
    fees_cents: amount("Sum of its fees."),
    paid_cents: amount("Sum of its payments, less chargebacks and refunds."),
    credited_cents: amount("Sum of its credits."),
    outstanding_cents: amount("Billed amount and fees, less paid and credited amounts. Below 0: owed to the customer."),
    hold: hold.nullable().meta({ description: "Why collection is on hold now; null: it is not." }),
    payment_at_desk: z
      .strictObject({
        amount_cents: amount("Amount of the payment, in cents of its currency."),
        currency: z.string(),
        value_date: day(),
        since: timestamp(),
      })
      .optional()
      .meta({
        description:
          "A payment on a bank statement that is probably for this invoice and waits for a person's decision; until then, the customer is not asked to pay. If there are several, the one that has waited longest; absent if there is none.",
      }),
    next_message: z
      .strictObject({ kind: z.enum(["request1", "request2", "reminder1", "reminder2", "reminder3"]), date: timestamp() })
      .nullable()
      .meta({ description: "The next request or reminder to the customer, unless they pay before." }),
    late_payment_fee_notice: z
      .strictObject({ date: timestamp() })
      .nullable()
      .optional()
      .meta({ description: "The coming note before the late-payment fee, unless the customer pays before; null: none is to be sent." }),
    late_fee: z
      .strictObject({
        amount_cents: amount("Amount of the fee, in integer cents."),
        free_until: day().meta({ description: "The last day on which a payment prevents it." }),
        invoice_id: idText().meta({
          description:
            "The invoice that it will be charged on: this one, or another of the same household, because one reminder asks for both and costs one fee.",
        }),
      })
      .nullable()
      .optional()
      .meta({ description: "The late-payment fee to come, unless the customer pays; null: none comes, or its last free day is over." }),
    next_debit: z
      .strictObject({
        announced_at: timestamp().meta({ description: "When the customer will be told." }),
        collect_on: day().meta({ description: "Day of the collection, a bank day." }),
        amount_cents: amount("Amount to collect, in integer cents."),
      })
      .optional()
      .meta({ description: "The coming direct debit that is not announced yet, instead of a request. Absent if there is none." }),
    debit: z
      .strictObject({
        debit_id: idText().meta({ description: "One debit may collect several invoices of the same payer." }),
        status: z
          .enum(["planned", "at_bank"])
          .meta({ description: "`planned`: announced to the customer. `at_bank`: in a file that the bank may have." }),
        collect_on: day().meta({ description: "Day of the collection, a bank day." }),
        amount_cents: amount("The amount that it collects of this invoice, in integer cents."),
        mandate_reference: z.string(),
      })
      .optional()
      .meta({
        description:
          "The direct debit that collects the invoice, so that nobody is asked for it and no late-payment fee comes. Absent if there is none, or once it was booked, rejected or cancelled.",
      }),
    instalments: z
      .strictObject({
        fee_cents: amount("Fee, which the first part includes; 0: none."),
        missed: z.enum(missedPartRules),
        agreed_by: z.enum(["customer", "company"]).optional().meta({
          description:
            "`customer`: on the invoice's page. `company`: its staff, by an arrangement with the customer, which can be over an overdue invoice.",
        }),
        parts: z
          .array(
            z.strictObject({
              number: z.int().min(1),
              due_on: day().meta({ description: "Day by which the part is to be paid." }),
              amount_cents: amount("Amount of the part now: as agreed, less credits, and what came on top."),
              outstanding_cents: amount("The part's unpaid amount. Payments cover parts in order."),
              state: z.enum(partStates).optional().meta({
                description:
                  "`coming`; `due` once the customer was asked for it, five days before its day, or a payment of it was taken back; `missed` once they were reminded of it, four days after its day; `spread`: what was left of it was added to the parts behind it; `paid`: nothing is left of it. Customers without an e-mail address are neither asked nor reminded.",
              }),
              debit: z
                .strictObject({
                  debit_id: idText(),
                  status: z.enum(["planned", "at_bank"]),
                  collect_on: day().meta({ description: "Day of the collection, a bank day." }),
                  amount_cents: amount("The amount that it collects, in integer cents."),
                })
                .optional()
                .meta({
                  description:
                    "The direct debit that collects the part, so that the customer is not asked for it. Absent if the part is paid by transfer.",
                }),
            }),
          )
          .meta({ description: "In order." }),
      })
      .optional()
      .meta({
        description:
          "The instalments by which the customer pays the invoice, so that only the next one is asked for, and no late-payment fee comes. Absent without any, once all are paid, after a retraction, and once a missed one or the company has ended them.",
      }),
    promise: z
      .strictObject({
        pay_on: day().meta({ description: "The day on which the customer has promised to pay." }),
        no_reminder_until: day().meta({ description: "Last day without reminders: a transfer of the promised day has arrived by then." }),
        state: z.enum(promiseStates).meta({
          description:
            "`waiting`; `kept` if nothing was left to be paid by the last day without reminders; `missed` if something was, and the reminders go on; `withdrawn` by the company.",
        }),
      })
      .optional()
      .meta({
        description:
          "The day on which the customer has promised to pay, on the invoice's page. It changes neither the amount nor the due day. Absent without a promise.",
      }),
    household_left: z
      .strictObject({ reason: z.enum(departureReason.enumValues), date: timestamp() })
      .nullable()
      .optional()
      .meta({
        description:
          "When and why the invoice last left its household, the invoices of one payer that are requested together; null: never. `payer_changed`: the customer's address, account or home no longer matches that of the others. `link_replaced`: the customer's link was replaced. `by_hand`: a person removed the invoice. `left_alone`: all others left. `erased`: the customer was erased. `upgraded`: its address differed from that of the others when the service was upgraded.",
      }),
    payments: z.array(collectionPayment).meta({ description: "Oldest first." }),
    refunds: z.array(collectionRefund).meta({ description: "Oldest first." }),
  })
  .meta({ id: "Collection" });

export function presentCollection({ invoice, money, plan, householdLeft }: Collection): z.infer<typeof collectionResource> {
  const { account, dueOn, now } = invoice;
  const isLate = isOverdue({ ...invoice, outstandingCents: account.outstandingCents }, dayAt(now));
  const next = plan && nextMessage(plan.items);
  const feeNote = plan?.items.find((item) => item.kind === FEE_NOTE);
  const nextDebit = plan?.items.find((item) => item.kind === DEBIT);
  return {
    invoice_id: invoice.id,
    state: stateOf(invoice),
    due_on: dueOn,
    pay_by: plan?.payBy ?? null,
    days_overdue: isLate && dueOn ? daysFrom(dueOn, dayAt(now)) : 0,
    ...(invoice.isNotAsked && { not_asked: true }),
    billed_cents: account.billedCents,
    fees_cents: account.feesCents,
    paid_cents: account.paidCents,
    credited_cents: account.creditedCents,
    outstanding_cents: account.outstandingCents,
    hold: invoice.hold && {
      kind: invoice.hold.kind,
      reason: invoice.hold.reason,
      until: invoice.hold.until,
      since: invoice.hold.createdAt.toISOString(),
    },
    ...(invoice.atDesk && {
      payment_at_desk: {
        amount_cents: invoice.atDesk.amountCents,
        currency: invoice.atDesk.currency,
        value_date: invoice.atDesk.valueOn,
        since: invoice.atDesk.since.toISOString(),
      },
    }),
    next_message: next ? { kind: next.kind, date: next.at.toISOString() } : null,
    late_payment_fee_notice: feeNote ? { date: feeNote.at.toISOString() } : null,
    late_fee: plan?.fee ? { amount_cents: plan.fee.amountCents, free_until: plan.fee.graceUntil, invoice_id: plan.fee.invoiceId } : null,
    ...(nextDebit?.kind === DEBIT && {
      next_debit: { announced_at: nextDebit.at.toISOString(), collect_on: nextDebit.collectOn, amount_cents: nextDebit.amountCents },
    }),
    ...(plan?.debit && {
      debit: {
        debit_id: plan.debit.id,
        status: plan.debit.status,
        collect_on: plan.debit.collectOn,
        amount_cents: plan.debit.amountCents,
        mandate_reference: plan.debit.mandateReference,
      },
    }),
    ...(plan?.instalments && {
      instalments: {
        fee_cents: plan.instalments.feeCents,
        missed: plan.instalments.missed,
        agreed_by: plan.instalments.isArrangement ? "company" : "customer",
        parts: plan.instalments.parts.map(({ number, dueOn: due_on, amountCents, openCents, state }) => ({
          number,
          due_on: number === plan.instalments?.next.number ? plan.instalments.dueOn : due_on,
          amount_cents: amountCents,
          outstanding_cents: openCents,
          state,
          ...debitOfPart(plan, number),
        })),
      },
    }),
    ...(plan?.promise && {
      promise: { pay_on: plan.promise.promisedOn, no_reminder_until: plan.promise.until, state: plan.promise.state },
    }),
    household_left: householdLeft && { reason: householdLeft.reason, date: householdLeft.leftAt.toISOString() },
    payments: money.payments.map(({ id, method, status, amountCents, at, chargedBackAt, refundableCents, reason }) => ({
      payment_id: id,
      method,
      status,
      amount_cents: amountCents,
      value_date: dayAt(at),
      charged_back: chargedBackAt !== null,
      refundable_cents: refundableCents,
      reason,
    })),
    refunds: money.refunds.map(({ id, paymentId, status, amountCents, reason, createdAt }) => ({
      refund_id: id,
      payment_id: paymentId,
      status,
      amount_cents: amountCents,
      reason,
      date: createdAt.toISOString(),
    })),
  };
}

function debitOfPart(plan: InvoicePlan, number: number) {
  const debit = plan.instalments?.debits.find(({ instalment }) => instalment.number === number);
  if (!debit) return {};
  const status = debit.status === "scheduled" ? ("planned" as const) : ("at_bank" as const);
  return { debit: { debit_id: debit.debitId, status, collect_on: debit.collectOn, amount_cents: debit.amountCents } };
}

/** Address of the customer's page. Anybody who has it can act as the customer. */
export const customerLinkResource = z.strictObject({ invoice_id: idText(), customer_link: z.url() }).meta({ id: "CustomerLink" });

const positive = () =>
  cents("invalid_amount_cents", { minimum: 1, description: "Integer cents, above 0.", example: 4500 }).refine(
    (amount) => amount > 0,
    "invalid_amount_cents",
  );
const reason = () => requiredText("invalid_reason", { max: 2_000 });

export const pauseBody = z.object({ until: requiredDay("invalid_until"), reason: reason() }).meta({ id: "Pause" });

export const newPaymentBody = z
  .object({
    amount_cents: positive(),
    reason: reason(),
    paid_on: optionalDay("invalid_paid_on"),
    may_exceed: flag("invalid_may_exceed"),
  })
  .transform(({ amount_cents, reason, paid_on, may_exceed }) => ({
    amountCents: amount_cents,
    reason,
    paidOn: paid_on,
    mayExceed: may_exceed,
  }))
  .meta({ id: "NewPayment" });

export const newCreditBody = z
  .object({ amount_cents: positive(), description: requiredText("invalid_description", { max: 2_000 }) })
  .transform(({ amount_cents, description }) => ({ amountCents: amount_cents, description }))
  .meta({ id: "NewCredit" });

/** Id of the refunded payment, or null. */
const paymentId = field("invalid_payment_id", readPaymentId, {
  type: ["string", "null"],
  description: "The payment whose provider pays the money back; null: the company paid it back itself.",
});

function readPaymentId(given: unknown) {
  if (isNothing(given)) return null;
  return typeof given === "string" && isId(given) ? given : refused;
}

export const newRefundBody = z
  .object({ amount_cents: positive(), reason: reason(), payment_id: paymentId })
  .transform(({ amount_cents, reason, payment_id }) => ({ paymentId: payment_id, refund: { amountCents: amount_cents, reason } }))
  .meta({ id: "NewRefund" });
