import { z } from "zod";
import { type Locale, locales } from "@/server/domain/formats/locales";
import { messagesOutOfOrder, settingsLimits, type TextsByLanguage } from "@/server/domain/rules/collection-settings";
import { debitNoticeLimits } from "@/server/domain/rules/debit-state";
import { lastDayOfPeriod } from "@/server/domain/rules/instalment-rules";
import { instalmentLimits, missedPartRules } from "@/server/domain/rules/instalment-settings";
import { offerableMethods } from "@/server/domain/rules/payment-methods";
import { promiseLimits } from "@/server/domain/rules/promise";
import { cents, choice, field, flag, isNothing, optionalDay, optionalReference, readText, refused } from "@/server/platform/fields";

/** Field of a whole number of days, from `least` on, also as digits in a string. Must be present. */
function days(least: number) {
  return field("invalid_days", (given) => (isNothing(given) ? refused : readDays(given, least)), {});
}

/** As `days`, but null, absent or empty means that the message is not sent. */
function optionalDays(least: number) {
  return field("invalid_days", (given) => (isNothing(given) ? null : readDays(given, least)), {});
}

function readDays(given: unknown, least: number): number | typeof refused {
  const count = typeof given === "string" && /^\d{1,3}$/.test(given.trim()) ? Number(given) : given;
  return typeof count === "number" && Number.isInteger(count) && count >= least && count <= settingsLimits.days ? count : refused;
}

function readNoticeDays(given: unknown): number | typeof refused {
  if (isNothing(given)) return debitNoticeLimits.initial;
  const days = readDays(given, debitNoticeLimits.least);
  return days !== refused && days <= debitNoticeLimits.most ? days : refused;
}

/** Reads a whole number within limits, also as digits in a string. */
function readWithin({ least, most }: { least: number; most: number }, given: unknown): number | typeof refused {
  const count = typeof given === "string" && /^\d{1,9}$/.test(given.trim()) ? Number(given) : given;
  return typeof count === "number" && Number.isInteger(count) && count >= least && count <= most ? count : refused;
}

const { fromCents, parts, everyDays } = instalmentLimits;

const fee = cents("invalid_fee").refine((amount) => amount >= 0 && amount <= settingsLimits.feeCents, "invalid_fee");

function shortText(code: "invalid_salutation" | "invalid_personal_note" | "invalid_consequence", max: number) {
  return field(
    code,
    (given) => {
      const text = given == null ? "" : readText(given, max);
      return text === refused ? refused : text.trim();
    },
    {},
  );
}

const textsOfLanguage = z.object(
  {
    salutation: shortText("invalid_salutation", settingsLimits.salutationLength),
    personalNote: shortText("invalid_personal_note", settingsLimits.personalNoteLength),
    // One sentence among others, so on one line.
    consequence: shortText("invalid_consequence", settingsLimits.consequenceLength).transform((text) => text.replace(/\s+/g, " ")),
  },
  "invalid_texts",
);

/** Texts by language. Languages without any text are left out. */
const textsByLanguage = z
  .strictObject(
    { de: textsOfLanguage, en: textsOfLanguage, fr: textsOfLanguage, it: textsOfLanguage, nl: textsOfLanguage },
    "invalid_texts",
  )
  .partial()
  .transform((given): TextsByLanguage => {
    const withText = locales.flatMap((locale): [Locale, unknown][] => {
      const texts = given[locale];
      return texts && Object.values(texts).some((text) => text !== "") ? [[locale, texts]] : [];
    });
    return Object.fromEntries(withText);
  });

/**
 * All settings together, as a form submits them. Checks that
 * - messages are in order, and requests not after the due day;
 * - direct debits have an account;
 * - a period with a first day has a last one, and is at most twelve months long.
 */
export const collectionSettings = z
  .object({
    dueDays: days(0),
    request1Day: optionalDays(0),
    request2Day: optionalDays(0),
    reminder1Day: optionalDays(1),
    reminder2Day: optionalDays(1),
    reminder3Day: optionalDays(1),
    paymentMethods: z
      .array(z.enum(offerableMethods, "invalid_payment_methods"), "invalid_payment_methods")
      .min(1, "invalid_payment_methods")
      .transform((chosen) => offerableMethods.filter((method) => chosen.includes(method))),
    latePaymentFeeCents: fee,
    latePaymentFeeNotice: flag("invalid_late_payment_fee_notice"),
    chargebackFeeCents: fee,
    donationAllowed: flag("invalid_donation_allowed"),
    bankAccountId: optionalReference("invalid_bank_account_id"),
    joinsHouseholds: flag("invalid_joins_households"),
    directDebit: flag("invalid_direct_debit"),
    debitNoticeDays: field("invalid_debit_notice_days", readNoticeDays, {}),
    instalmentsFromCents: field("invalid_instalments_from", (given) => (isNothing(given) ? null : readWithin(fromCents, given)), {}),
    instalmentsMostParts: field("invalid_instalments_parts", (given) => (isNothing(given) ? parts.initial : readWithin(parts, given)), {}),
    instalmentsEveryDays: field("invalid_instalments_days", (given) => (isNothing(given) ? null : readWithin(everyDays, given)), {}),
    instalmentsFeeCents: fee.default(0),
    instalmentsMissed: choice("invalid_instalments_missed", missedPartRules).default("all_due"),
    instalmentsPeriodBeginsOn: optionalDay("invalid_instalments_period"),
    instalmentsPeriodEndsOn: optionalDay("invalid_instalments_period"),
    promiseDays: field("invalid_promise_days", (given) => (isNothing(given) ? null : readWithin(promiseLimits, given)), {}),
    salutation: shortText("invalid_salutation", settingsLimits.salutationLength),
    personalNote: shortText("invalid_personal_note", settingsLimits.personalNoteLength),
    texts: textsByLanguage,
  })
  .superRefine((given, context) => {
    for (const kind of messagesOutOfOrder(given)) {
      context.addIssue({ code: "custom", path: [`${kind}Day`], message: "days_out_of_order" });
    }
    const { instalmentsPeriodBeginsOn: beginsOn, instalmentsPeriodEndsOn: endsOn } = given;
    if (beginsOn !== null && (endsOn === null || endsOn < beginsOn)) {
      context.addIssue({ code: "custom", path: ["instalmentsPeriodBeginsOn"], message: "instalments_period_out_of_order" });
    } else if (beginsOn !== null && endsOn !== null && endsOn > lastDayOfPeriod(beginsOn)) {
      context.addIssue({ code: "custom", path: ["instalmentsPeriodEndsOn"], message: "instalments_period_too_long" });
    }
    if (given.directDebit && given.bankAccountId === null) {
      context.addIssue({ code: "custom", path: ["bankAccountId"], message: "direct_debit_needs_account" });
    }
  });
