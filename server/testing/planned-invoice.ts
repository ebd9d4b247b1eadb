import type { CollectionSettings } from "@/db/schema/collection-settings";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { DAY_MS } from "@/server/domain/formats/time";
import type { FeePayer } from "@/server/domain/rules/late-fee-rules";

/** Time at which the invoices of these tests were transmitted. */
export const transmittedAt = new Date("2026-03-02T09:00:00Z");
/** Returns the time so many days of 24 hours after the transmission. */
export const onDay = (day: number) => new Date(transmittedAt.getTime() + day * DAY_MS);

export const settings: CollectionSettings = {
  dueDays: 14,
  request1Day: 0,
  request2Day: 10,
  reminder1Day: 4,
  reminder2Day: 18,
  reminder3Day: 32,
  paymentMethods: ["ideal"],
  latePaymentFeeCents: 500,
  latePaymentFeeNotice: false,
  promiseDays: null,
  chargebackFeeCents: 0,
  donationAllowed: false,
  joinsHouseholds: true,
  directDebit: false,
  debitNoticeDays: 14,
  instalmentsFromCents: null,
  instalmentsMostParts: 3,
  instalmentsEveryDays: null,
  instalmentsFeeCents: 0,
  instalmentsMissed: "all_due",
  instalmentsPeriodBeginsOn: null,
  instalmentsPeriodEndsOn: null,
  salutation: "",
  personalNote: "",
  texts: {},
  bankAccountId: null,
};

export const billed = { type: "INVOICE-LINE", amountCents: 10_000, date: transmittedAt } as const;

/** Returns a consumer in the country, about whom everything is known that a reminder must state. */
export const consumerIn = (country: string): FeePayer => ({
  country,
  isBusiness: false,
  enterpriseNumber: "0123.456.749",
  isDescribed: true,
});

/** Returns an invoice of 100.00 as the plan sees it, transmitted and with nothing done, changed by the facts. */
export function invoiceWith(facts: Partial<CollectedInvoice> = {}): CollectedInvoice {
  return {
    settings,
    transmittedAt,
    dueOn: null,
    retractedAt: null,
    hasEmail: true,
    isPaymentInProgress: false,
    payer: consumerIn("NL"),
    lastFailedAt: null,
    hold: null,
    lines: [billed],
    messages: [],
    returnNamed: null,
    insteadNamed: null,
    namedUntil: null,
    isFeeNoted: false,
    sharedFee: null,
    debit: null,
    instalments: null,
    ...facts,
  };
}
