import { type Account, brokenOf, totalOf } from "./books";
import type { Look } from "./look";

/**
 * Returns the faults of an invoice's account, computed from the rows alone. The balance is the sum of the lines, a payment's state fits its
 * lines, and the interface tells the same sums.
 */
export function faultsOfAccount(account: Account, look: Look | undefined): string[] {
  const { row, lines, payments, refunds, played } = account;
  const balance = totalOf(lines);
  const of = (...types: string[]) => totalOf(lines.filter(({ type }) => types.includes(type)));
  const fees = of("CHARGEBACK-FEE-LINE", "LATE-PAYMENT-FEE-LINE", "INSTALLMENT-FEE-LINE");
  const feePayments = of("CHARGEBACK-FEE-PAYMENT-LINE", "LATE-PAYMENT-FEE-PAYMENT-LINE", "INSTALLMENT-FEE-PAYMENT-LINE");
  const moneyIn = 0 - of("PAYMENT-LINE") - feePayments - of("CHARGEBACK-LINE");
  const told = look?.collection;
  const gifts = payments.filter(({ status, giftCents }) => status === "paid" && giftCents > 0);
  const debited = payments.find(({ debitId, status }) => debitId && (status === "scheduled" || status === "pending"));
  const begun = payments.flatMap(({ id, status, chargedBackAt }) =>
    status === "scheduled" ? [] : [`${id} ${status} ${chargedBackAt !== null}`],
  );
  const feePaid = (type: string) => 0 - of(type.replace("-LINE", "-PAYMENT-LINE"));
  const takenBack = new Set(payments.filter(({ chargedBackAt }) => chargedBackAt).map(({ id }) => id));
  const standing = lines.filter(({ paymentId }) => !(paymentId && takenBack.has(paymentId)));
  const standingOf = (type: string) => totalOf(standing.filter((line) => line.type === type));
  const collected = told?.debit || told?.instalments ? told : undefined;
  const tellsSums = (sums: Look["collection"]) =>
    sums.outstanding_cents === balance &&
    sums.billed_cents === of("INVOICE-LINE") &&
    sums.fees_cents === fees &&
    sums.credited_cents === 0 - of("CREDIT-LINE") &&
    sums.paid_cents === moneyIn;
  const broken = brokenOf([
    [`the balance ${row.amountTotalCents} is the sum of the lines ${balance}`, row.amountTotalCents === balance],
    [
      `the interface tells the same sums as the lines: ${JSON.stringify(told && { ...told, payments: undefined, refunds: undefined })}`,
      !told || tellsSums(told),
    ],
    [
      "nobody is asked, and no late-payment fee comes, while a debit or instalments collect the invoice",
      !collected || (collected.next_message === null && collected.late_fee === null),
    ],
    [
      `the debit that is told is the one that is planned or at the bank: ${JSON.stringify(told?.debit)}`,
      !told ||
        (told.debit?.amount_cents === debited?.amountCents && (told.debit?.status === "at_bank") === (debited?.status === "pending")),
    ],
    [
      "the payments that are told are those that were begun",
      !told ||
        told.payments
          .map(({ payment_id, status, charged_back }) => `${payment_id} ${status} ${charged_back}`)
          .sort()
          .join() === begun.sort().join(),
    ],
    ["no next message is told of an invoice that owes nothing", !told || balance > 0 || told.next_message === null],
    ["billed and fees less paid and credited is outstanding", of("INVOICE-LINE") + fees - moneyIn + of("CREDIT-LINE") === balance],
    [
      "a donation is billed with its payment",
      gifts.every(({ giftCents }) => lines.some((line) => line.type === "INVOICE-LINE" && line.amountCents === giftCents)),
    ],
    [
      "no more is paid for a fee than was charged",
      ["CHARGEBACK-FEE-LINE", "LATE-PAYMENT-FEE-LINE", "INSTALLMENT-FEE-LINE"].every(
        (type) => 0 - standingOf(type.replace("-LINE", "-PAYMENT-LINE")) <= of(type) && feePaid(type) >= 0,
      ),
    ],
    ["nothing is to be paid once it was retracted", !row.retractedAt || balance <= 0],
    [
      "nothing is given back beyond what came",
      totalOf(refunds.filter(({ status }) => status !== "failed")) <= totalOf(payments.filter(({ status }) => status === "paid")),
    ],
  ]);
  return [
    ...broken,
    ...payments.flatMap((payment) => faultsOfPayment(account, payment)),
    ...refunds.flatMap((refund) => faultsOfRefund(account, refund)),
  ].map((fault) => `invoice ${played.index} (${played.role.club} ${played.role.habit}): ${fault}`);
}

function faultsOfPayment({ lines }: Account, { id, status, amountCents, chargedBackAt, endedAt }: Account["payments"][number]): string[] {
  const own = lines.filter(({ paymentId }) => paymentId === id);
  const paidCents = 0 - totalOf(own.filter(({ type }) => type.endsWith("PAYMENT-LINE")));
  const backCents = totalOf(own.filter(({ type }) => type === "CHARGEBACK-LINE"));
  const isOver = !["scheduled", "pending"].includes(status);
  return brokenOf([
    [`the lines of a ${status} payment of ${amountCents} add up to it (${paidCents})`, paidCents === (status === "paid" ? amountCents : 0)],
    ["a payment that was taken back has a chargeback of its amount, and no other has one", backCents === (chargedBackAt ? amountCents : 0)],
    ["a payment has ended at a time, unless it goes on", isOver === (endedAt !== null)],
    [
      "a payment has one line of each type",
      new Set(own.map(({ type }) => type)).size === own.length || own.some(({ type }) => type.includes("FEE")),
    ],
  ]);
}

function faultsOfRefund({ lines }: Account, { id, status, amountCents }: Account["refunds"][number]): string[] {
  const own = lines.filter(({ refundId }) => refundId === id);
  const isRight =
    status === "paid" ? own.length === 1 && own[0]?.type === "CHARGEBACK-LINE" && own[0].amountCents === amountCents : own.length === 0;
  return brokenOf([[`a ${status} refund of ${amountCents} stands on the account once if it was paid`, isRight]]);
}
