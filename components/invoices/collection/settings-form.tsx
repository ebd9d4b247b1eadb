"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { useIsSandbox, useMayDebit } from "@/components/shell/reader-rights";
import { Checkbox } from "@/components/ui/form/checkbox";
import { ErrorSummary } from "@/components/ui/form/error-summary";
import { Field, FieldGroup } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import { useRegion } from "@/components/ui/text/region";
import { formatDay } from "@/server/domain/formats/dates";
import { type Locale, locales, nameOfLocale } from "@/server/domain/formats/locales";
import { formatMoney } from "@/server/domain/formats/money";
import { GRACE_DAYS, lateFeeRuleOf, maximumOf } from "@/server/domain/rules/late-fee-rules";
import { methodsIn } from "@/server/domain/rules/payment-methods";
import { InstalmentFields } from "./instalment-fields";
import { nameOfAccount } from "./name-of-account";
import { problemOf } from "./problem-of";
import { dayFields, feeFields, type SettingsForm, type SingleField, settingsFields, textFields } from "./settings-form-values";
import { SettingsTexts } from "./settings-texts";

interface Props {
  /** Prefix of the fields' ids. */
  id: string;
  companyId: string;
  currency: string;
  /** The company's country. */
  country: string;
  /** Languages in which texts are asked for. */
  languages: readonly Locale[];
  /** Stored account, so that the select shows it while the options load. */
  bankAccountId: string | null;
  /** Whether direct debits are stored as on, so that they can be switched off in any case. */
  directDebit: boolean;
  register: UseFormRegister<SettingsForm>;
  errors: FieldErrors<SettingsForm>;
  /** Refusal that concerns no single field. */
  refusal: ReactNode;
}

/** All collection settings, inside a dialog that saves them. */
export function SettingsFormFields({
  id,
  companyId,
  currency,
  country,
  languages,
  bankAccountId,
  directDebit,
  register,
  errors,
  refusal,
}: Props) {
  const say = useTranslations("collection");
  const sayMethod = useTranslations("invoice.methods");
  const isSandbox = useIsSandbox();
  const mayDebit = useMayDebit();
  const showsDebits = directDebit || (mayDebit && currency === "EUR");
  const { data: accounts } = useQuery(useTRPC().bankAccounts.list.queryOptions({ companyId }));
  const labelOf = (name: (typeof settingsFields)[number]) => {
    // The field of a text is named by its language, such as `texts.de.salutation`.
    const text = textFields.find((field) => name.endsWith(`.${field}`));
    const language = locales.find((locale) => name.startsWith(`texts.${locale}.`));
    return text && language ? `${say(`fields.${text}`)} (${nameOfLocale[language]})` : say(`fields.${name as SingleField}`, { currency });
  };
  const refusedFields = settingsFields
    .filter((name) => problemOf(errors, name))
    .map((name) => ({ fieldId: `${id}-${name}`, label: labelOf(name) }));
  const problem = (name: (typeof settingsFields)[number]) => problemOf(errors, name);

  return (
    <>
      <ErrorSummary fields={refusedFields} />
      {refusal}
      <fieldset className="grid grid-cols-6 gap-x-4 gap-y-3">
        <legend className="mb-2 text-sm font-semibold">{say("groups.days")}</legend>
        <p className="col-span-6 text-xs text-ink-faint">{say("groups.daysHint")}</p>
        {dayFields.map((name) => (
          <Field
            key={name}
            id={`${id}-${name}`}
            label={say(`fields.${name}`)}
            error={problem(name)}
            className="col-span-2 max-sm:col-span-3"
          >
            <Input inputMode="numeric" autoComplete="off" {...register(name)} />
          </Field>
        ))}
      </fieldset>
      <fieldset className="grid grid-cols-6 gap-x-4 gap-y-3">
        <legend className="mb-2 text-sm font-semibold">{say("groups.money")}</legend>
        {feeFields.map((name) => (
          <Field
            key={name}
            id={`${id}-${name}`}
            label={say(`fields.${name}`, { currency })}
            hint={say(`hints.${name}`)}
            error={problem(name)}
            className="col-span-3 max-sm:col-span-6"
          >
            <Input inputMode="decimal" autoComplete="off" {...register(name)} />
          </Field>
        ))}
        <FeeLaw currency={currency} country={country} />
        <Checkbox
          label={say("fields.latePaymentFeeNotice")}
          hint={say("hints.latePaymentFeeNotice")}
          className="col-span-6"
          {...register("latePaymentFeeNotice")}
        />
        <FieldGroup
          label={say("fields.paymentMethods")}
          hint={showsDebits && say("hints.paymentMethods")}
          error={problem("paymentMethods")}
          className="col-span-6"
        >
          <div id={`${id}-paymentMethods`} tabIndex={-1} className="grid grid-cols-3 gap-2 max-sm:grid-cols-2">
            {methodsIn(currency).map((method) => (
              <Checkbox key={method} label={sayMethod(method)} value={method} {...register("paymentMethods")} />
            ))}
          </div>
        </FieldGroup>
        <Field
          id={`${id}-bankAccountId`}
          label={say("fields.bankAccountId")}
          hint={say("hints.bankAccountId")}
          error={problem("bankAccountId")}
          className="col-span-6"
        >
          <Select {...register("bankAccountId")}>
            <option value="">{say("details.none")}</option>
            {!accounts && bankAccountId && <option value={bankAccountId}>…</option>}
            {accounts
              ?.filter(({ closedAt }) => !closedAt)
              .map(({ id: accountId, current, waiting }) => (
                <option key={accountId} value={accountId}>
                  {nameOfAccount(current ?? waiting)}
                </option>
              ))}
          </Select>
        </Field>
        {(showsDebits || problem("directDebit")) && (
          <DirectDebit
            id={id}
            register={register}
            problems={{ directDebit: problem("directDebit"), debitNoticeDays: problem("debitNoticeDays") }}
          />
        )}
        {(isSandbox || problem("instalmentsFromCents")) && (
          <InstalmentFields id={id} currency={currency} country={country} register={register} problem={problem} />
        )}
        {(isSandbox || problem("promiseDays")) && (
          <Field
            id={`${id}-promiseDays`}
            label={say("fields.promiseDays")}
            hint={say("hints.promiseDays")}
            error={problem("promiseDays")}
            className="col-span-6"
          >
            <Input inputMode="numeric" autoComplete="off" {...register("promiseDays")} />
          </Field>
        )}
        <Checkbox
          label={say("fields.donationAllowed")}
          hint={say("hints.donationAllowed")}
          className="col-span-6"
          {...register("donationAllowed")}
        />
        <Checkbox
          label={say("fields.joinsHouseholds")}
          hint={say("hints.joinsHouseholds")}
          className="col-span-6"
          {...register("joinsHouseholds")}
        />
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">{say("groups.words")}</legend>
        <SettingsTexts id={id} languages={languages} register={register} errors={errors} />
      </fieldset>
    </>
  );
}

interface DirectDebitProps extends Pick<Props, "id" | "register"> {
  problems: Record<"directDebit" | "debitNoticeDays", ReturnType<typeof problemOf>>;
}

/** Fields for direct debits: whether payers with a mandate are debited, and how many days after the announcement. */
function DirectDebit({ id, register, problems }: DirectDebitProps) {
  const say = useTranslations("collection");
  return (
    <>
      <FieldGroup label={say("groups.debits")} error={problems.directDebit} className="col-span-6">
        <Checkbox id={`${id}-directDebit`} label={say("fields.directDebit")} hint={say("hints.directDebit")} {...register("directDebit")} />
      </FieldGroup>
      <Field
        id={`${id}-debitNoticeDays`}
        label={say("fields.debitNoticeDays")}
        hint={say("hints.debitNoticeDays")}
        error={problems.debitNoticeDays}
        className="col-span-6"
      >
        <Input inputMode="numeric" autoComplete="off" {...register("debitNoticeDays")} />
      </Field>
    </>
  );
}

/** Names the highest late-payment fees that the law of the company's country permits, and the source. */
function FeeLaw({ currency, country }: Pick<Props, "currency" | "country">) {
  const say = useTranslations("collection.hints");
  const region = useRegion();
  const { consumer, businessCents, terms, source, asOf, isVerified } = lateFeeRuleOf(country);
  const money = (cents: number) => formatMoney(cents, currency, region, country);
  const amounts = { owed: money(EXAMPLE_CENTS), consumer: money(maximumOf(consumer, EXAMPLE_CENTS)), business: money(businessCents) };
  return (
    <p className="col-span-6 text-xs text-ink-faint">
      {say("feeLaw", { days: GRACE_DAYS, ...amounts })} {say("feeWaits")} {!isVerified && `${say("feeUnverified")} `}
      {terms?.includes("enterprise_number") && `${say("feeNeedsNumber")} `}
      {say("feeSource", { source, date: formatDay(asOf, region, "date") })}
    </p>
  );
}

/** Example amount, because in some countries the maximum depends on the amount owed. */
const EXAMPLE_CENTS = 10_000;
