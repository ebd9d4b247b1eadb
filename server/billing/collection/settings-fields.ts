import { z } from "zod";
import { paymentMethod } from "@/db/schema/payments";
import { messageKinds } from "@/server/domain/collection-messages";
import { cents, field, flag, isNothing, readText, refused } from "@/server/platform/fields";

const LONGEST_DAYS = 365;
const HIGHEST_FEE_CENTS = 100_000;

/** A whole number of days, also as digits in a string. */
function days(least: number) {
  return field("invalid_days", (given) => (isNothing(given) ? refused : readDays(given, least)), {});
}

/** As `days`; nothing: the message is not sent. */
function optionalDays(least: number) {
  return field("invalid_days", (given) => (isNothing(given) ? null : readDays(given, least)), {});
}

function readDays(given: unknown, least: number): number | typeof refused {
  const count = typeof given === "string" && /^\d{1,3}$/.test(given.trim()) ? Number(given) : given;
  return typeof count === "number" && Number.isInteger(count) && count >= least && count <= LONGEST_DAYS ? count : refused;
}

const fee = cents("invalid_fee").refine((amount) => amount >= 0 && amount <= HIGHEST_FEE_CENTS, "invalid_fee");

function shortText(code: "invalid_salutation" | "invalid_personal_note", max: number) {
  return field(
    code,
    (given) => {
      const text = given == null ? "" : readText(given, max);
      return text === refused ? refused : text.trim();
    },
    {},
  );
}

const offeredMethods = paymentMethod.enumValues.filter((method) => method !== "external");

/** All settings at once, as a form sends them; messages must leave in their order, and requests before the due date. */
export const collectionSettings = z
  .object({
    dueDays: days(0),
    request1Day: optionalDays(0),
    request2Day: optionalDays(0),
    reminder1Day: optionalDays(1),
    reminder2Day: optionalDays(1),
    reminder3Day: optionalDays(1),
    paymentMethods: z
      .array(z.enum(offeredMethods, "invalid_payment_methods"), "invalid_payment_methods")
      .min(1, "invalid_payment_methods")
      .transform((chosen) => offeredMethods.filter((method) => chosen.includes(method))),
    latePaymentFeeCents: fee,
    chargebackFeeCents: fee,
    donationAllowed: flag("invalid_request"),
    salutation: shortText("invalid_salutation", 255),
    personalNote: shortText("invalid_personal_note", 2_000),
  })
  .superRefine((given, context) => {
    const last = { request: -1, reminder: 0 };
    for (const kind of messageKinds) {
      const day = given[`${kind}Day`];
      if (day === null) continue;
      const group = kind.startsWith("request") ? "request" : "reminder";
      const isTooEarly = day <= last[group];
      const isTooLate = group === "request" && day > given.dueDays;
      if (isTooEarly || isTooLate) context.addIssue({ code: "custom", path: [`${kind}Day`], message: "days_out_of_order" });
      last[group] = day;
    }
  });
