import { type AnyColumn, sql } from "drizzle-orm";
import { boolean, check, date, foreignKey, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { locales } from "@/server/domain/formats/locales";
import { settingsLimits, type TextsByLanguage } from "@/server/domain/rules/collection-settings";
import { debitNoticeLimits } from "@/server/domain/rules/debit-state";
import { PERIOD_MONTHS } from "@/server/domain/rules/instalment-rules";
import { instalmentLimits } from "@/server/domain/rules/instalment-settings";
import type { OfferableMethod } from "@/server/domain/rules/payment-methods";
import { promiseLimits } from "@/server/domain/rules/promise";
import { bankAccounts } from "./bank-accounts";
import { cents, code, partnerId } from "./columns";
import { companies } from "./companies";
import { imports } from "./imports";
import { missedPartRule } from "./instalment-plans";
import { paymentMethod } from "./payments";

/**
 * Settings of collection. The days of messages are counted from the transmission for requests, and from the due date for reminders; null:
 * not sent.
 */
const settings = () => ({
  /** Days from the first request to the due day; without requests, from the transmission. */
  dueDays: integer().notNull().default(14),
  request1Day: integer().default(0),
  request2Day: integer().default(10),
  reminder1Day: integer().default(4),
  reminder2Day: integer().default(18),
  reminder3Day: integer().default(32),
  /** Payment methods on the service's own pages. They must fit the company's currency, which the triggers `…_methods_fit` check. */
  paymentMethods: paymentMethod()
    .array()
    .$type<OfferableMethod[]>()
    .notNull()
    .default(["ideal", "bancontact", "credit_card", "bank_transfer"]),
  /**
   * Fee in cents; 0 for none. Charged once, with a reminder sent after the days of grace that the free first reminder named (decision
   * 0100).
   */
  latePaymentFeeCents: cents().notNull().default(0),
  /** Whether a short note is sent three days before the last day without a late-payment fee. */
  latePaymentFeeNotice: boolean().notNull().default(false),
  chargebackFeeCents: cents().notNull().default(0),
  donationAllowed: boolean().notNull().default(false),
  /**
   * Salutation of messages in languages without their own (`texts`); empty: the customer's name, in their language. Only the interface sets
   * it, and versions before `texts` did.
   */
  salutation: text().notNull().default(""),
  /**
   * Text in the company's own words, added to requests and reminders in languages without their own (`texts`). Set by the same callers as
   * `salutation`.
   */
  personalNote: text().notNull().default(""),
  /** The company's own texts by language. */
  texts: jsonb().$type<TextsByLanguage>().notNull().default({}),
  /** The company's own account for transfers. Null: no transfers are offered. */
  bankAccountId: code(),
  /** Whether invoices of one payer are asked for and paid together. */
  joinsHouseholds: boolean().notNull().default(true),
  /** Whether invoices of payers with a valid mandate are collected by direct debit, instead of being asked for (decision 0173). */
  directDebit: boolean().notNull().default(false),
  /** Calendar days from the announcement of a debit to its collection. */
  debitNoticeDays: integer().notNull().default(debitNoticeLimits.initial),
  /** Smallest balance that customers may pay in parts, in cents; null: they may not (decision 0182). */
  instalmentsFromCents: cents(),
  instalmentsMostParts: integer().notNull().default(instalmentLimits.parts.initial),
  /** Days from one part to the next; null: months. */
  instalmentsEveryDays: integer(),
  /** Fee of organisations that pay in parts, in cents. Consumers never pay this fee. */
  instalmentsFeeCents: cents().notNull().default(0),
  /** How a plan goes on after a missed part. */
  instalmentsMissed: missedPartRule().notNull().default("all_due"),
  /** First day of the period that the invoices are for; null: it begins with the transmission. */
  instalmentsPeriodBeginsOn: date(),
  /**
   * Last day of that period, on which the law may depend, less than twelve months after the first; null: the invoices are for no period.
   */
  instalmentsPeriodEndsOn: date(),
  /** Most days after today on which customers may promise to pay; null: they may not (decision 0197). */
  promiseDays: integer(),
});

/** Limits as literals, because check constraints take no parameters. */
const limit = {
  days: sql.raw(String(settingsLimits.days)),
  feeCents: sql.raw(String(settingsLimits.feeCents)),
  salutationLength: sql.raw(String(settingsLimits.salutationLength)),
  personalNoteLength: sql.raw(String(settingsLimits.personalNoteLength)),
  leastNoticeDays: sql.raw(String(debitNoticeLimits.least)),
  mostNoticeDays: sql.raw(String(debitNoticeLimits.most)),
  leastDivided: sql.raw(String(instalmentLimits.fromCents.least)),
  mostDivided: sql.raw(String(instalmentLimits.fromCents.most)),
  leastParts: sql.raw(String(instalmentLimits.parts.least)),
  mostParts: sql.raw(String(instalmentLimits.parts.most)),
  leastPartDays: sql.raw(String(instalmentLimits.everyDays.least)),
  periodMonths: sql.raw(String(PERIOD_MONTHS)),
  leastPromise: sql.raw(String(promiseLimits.least)),
  mostPromise: sql.raw(String(promiseLimits.most)),
  mostPartDays: sql.raw(String(instalmentLimits.everyDays.most)),
};

/** Longest text of each kind, in characters. */
const longest = {
  salutation: settingsLimits.salutationLength,
  personalNote: settingsLimits.personalNoteLength,
  consequence: settingsLimits.consequenceLength,
};

/** Conditions on the texts of all languages, written out because check constraints take no subqueries. */
function textsInLength(texts: AnyColumn) {
  const each = locales.flatMap((locale) =>
    Object.entries(longest).map(
      ([name, length]) => sql`char_length(${texts} -> ${sql.raw(`'${locale}' ->> '${name}'`)}) <= ${sql.raw(String(length))}`,
    ),
  );
  const known = sql.raw(`array[${locales.map((locale) => `'${locale}'`).join(", ")}]`);
  return sql`jsonb_typeof(${texts}) = 'object' and ${texts} - ${known} = '{}' and ${sql.join(each, sql` and `)}`;
}

type SettingsColumns = { [Name in keyof ReturnType<typeof settings>]: AnyColumn };

/**
 * The same rules as in the form (`collectionSettings`). A property test compares both (`settings.test.ts`). A day that is null never breaks
 * the order: 0 or -1 stands for it as the earlier day, 366 as the later one.
 */
const rules = (name: string, table: SettingsColumns) => [
  check(`${name}_due_days_in_range`, sql`${table.dueDays} between 0 and ${limit.days}`),
  check(
    `${name}_requests_in_order`,
    sql`coalesce(${table.request1Day}, 0) >= 0 and coalesce(${table.request1Day}, -1) < coalesce(${table.request2Day}, 366)
      and greatest(${table.request1Day}, ${table.request2Day}) <= ${table.dueDays}`,
  ),
  check(
    `${name}_reminders_in_order`,
    sql`coalesce(least(${table.reminder1Day}, ${table.reminder2Day}, ${table.reminder3Day}), 1) >= 1
      and coalesce(greatest(${table.reminder1Day}, ${table.reminder2Day}, ${table.reminder3Day}), 1) <= ${limit.days}
      and coalesce(${table.reminder1Day}, 0) < coalesce(${table.reminder2Day}, 366)
      and coalesce(${table.reminder1Day}, 0) < coalesce(${table.reminder3Day}, 366)
      and coalesce(${table.reminder2Day}, 0) < coalesce(${table.reminder3Day}, 366)`,
  ),
  check(`${name}_payment_methods_some`, sql`cardinality(${table.paymentMethods}) > 0 and not 'external' = any(${table.paymentMethods})`),
  check(
    `${name}_fees_in_range`,
    sql`${table.latePaymentFeeCents} between 0 and ${limit.feeCents} and ${table.chargebackFeeCents} between 0 and ${limit.feeCents}`,
  ),
  check(
    `${name}_texts_in_length`,
    sql`char_length(${table.salutation}) <= ${limit.salutationLength} and char_length(${table.personalNote}) <= ${limit.personalNoteLength}`,
  ),
  check(`${name}_texts_by_language`, textsInLength(table.texts)),
  check(`${name}_debit_notice_in_range`, sql`${table.debitNoticeDays} between ${limit.leastNoticeDays} and ${limit.mostNoticeDays}`),
  check(
    `${name}_instalments_in_range`,
    sql`coalesce(${table.instalmentsFromCents}, ${limit.leastDivided}) between ${limit.leastDivided} and ${limit.mostDivided}
      and ${table.instalmentsMostParts} between ${limit.leastParts} and ${limit.mostParts}
      and coalesce(${table.instalmentsEveryDays}, ${limit.leastPartDays}) between ${limit.leastPartDays} and ${limit.mostPartDays}
      and ${table.instalmentsFeeCents} between 0 and ${limit.feeCents}`,
  ),
  check(
    `${name}_instalments_period_in_order`,
    sql`${table.instalmentsPeriodBeginsOn} is null or (${table.instalmentsPeriodEndsOn} is not null
      and ${table.instalmentsPeriodEndsOn} >= ${table.instalmentsPeriodBeginsOn}
      and ${table.instalmentsPeriodEndsOn} < ${table.instalmentsPeriodBeginsOn} + interval '${limit.periodMonths} months')`,
  ),
  check(
    `${name}_promise_days_in_range`,
    sql`coalesce(${table.promiseDays}, ${limit.leastPromise}) between ${limit.leastPromise} and ${limit.mostPromise}`,
  ),
  // An account in force, with a creditor identifier, is required by `requireFittingSettings`: its details are in another table.
  check(`${name}_debits_need_account`, sql`not ${table.directDebit} or ${table.bankAccountId} is not null`),
];

/** Initial settings of a company's next imports. A trigger creates them with the company (`db/rules/companies.sql`). */
export const companySettings = pgTable(
  "company_settings",
  {
    partnerId: partnerId(),
    companyId: code().notNull(),
    /** Whether a payment on a statement is booked automatically if it clearly fits one invoice although it lacks the reference. */
    booksClearMatches: boolean().notNull().default(false),
    ...settings(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.companyId] }),
    foreignKey({ columns: [table.partnerId, table.companyId], foreignColumns: [companies.partnerId, companies.id] }).onDelete("cascade"),
    foreignKey({
      name: "company_settings_bank_account",
      columns: [table.partnerId, table.companyId, table.bankAccountId],
      foreignColumns: [bankAccounts.partnerId, bankAccounts.companyId, bankAccounts.id],
    }),
    ...rules("company_settings", table),
  ],
);

/**
 * Settings of an import: a copy of its company's, made at the creation and fixed by the transmission. An import created as transmitted, or
 * before the service collected, has none, and no messages about it are sent.
 */
export const importSettings = pgTable("import_settings", { partnerId: partnerId(), importId: code().notNull(), ...settings() }, (table) => [
  primaryKey({ columns: [table.partnerId, table.importId] }),
  foreignKey({ columns: [table.partnerId, table.importId], foreignColumns: [imports.partnerId, imports.id] }).onDelete("cascade"),
  // The account must be the company's own: trigger `import_settings_account_fits`.
  foreignKey({
    name: "import_settings_bank_account",
    columns: [table.partnerId, table.bankAccountId],
    foreignColumns: [bankAccounts.partnerId, bankAccounts.id],
  }),
  ...rules("import_settings", table),
]);

export type CollectionSettings = Omit<typeof importSettings.$inferSelect, "partnerId" | "importId">;
