"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useId } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useEditDialog } from "@/components/failures/use-edit-dialog";
import { useRefusal } from "@/components/failures/use-refusal";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { useRegion } from "@/components/ui/text/region";
import type { VersionedSettings } from "@/server/billing/collection-settings/settings";
import type { Locale } from "@/server/domain/formats/locales";
import { formatAmount } from "@/server/domain/formats/money";
import { SettingsFormFields } from "./settings-form";
import { asSettings, formOf, settingsFields } from "./settings-form-values";

interface Props {
  /** Owner of the settings: a company (for its next imports), or an import. */
  of: { companyId: string } | { importId: string };
  companyId: string;
  currency: string;
  country: string;
  /** Languages for which the form has text fields. */
  languages: readonly Locale[];
  stored: VersionedSettings;
  trigger: ReactElement<TriggerProps>;
}

/** Dialog for all settings. Concurrent changes by others are not overwritten. */
export default function EditSettings({ of, companyId, currency, country, languages, stored, trigger }: Props) {
  const say = useTranslations("collection");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const ofCompany = useMutation(trpc.companies.updateSettings.mutationOptions());
  const ofImport = useMutation(trpc.imports.updateSettings.mutationOptions());
  const id = useId();
  // The second character of "0.00" or "0,00".
  const decimalSeparator = formatAmount(0, useRegion()).slice(1, 2);
  const { register, handleSubmit, setError, formState, reset } = useForm({
    values: formOf(stored.settings, decimalSeparator),
    // When newer values arrive, fields that the reader has edited keep theirs.
    resetOptions: { keepDirtyValues: true, keepDirty: true },
  });
  const { errors, isDirty } = formState;
  const refusal = useRefusal(setError, settingsFields, {
    focus: false,
    fieldOf: {
      methods_not_in_currency: "paymentMethods",
      fee_above_cap: "latePaymentFeeCents",
      invalid_bank_account_id: "bankAccountId",
      direct_debit_needs_account: "bankAccountId",
      direct_debit_only_in_euros: "directDebit",
      direct_debit_only_in_sandboxes: "directDebit",
      instalments_above_law: "instalmentsFromCents",
      instalments_period_too_long: "instalmentsPeriodEndsOn",
      instalments_only_in_sandboxes: "instalmentsFromCents",
    },
  });

  const { version, close, callbacks } = useEditDialog({ stored: stored.version, isDirty, reset, refusal, setOpen, done: say("edit.done") });
  const save = handleSubmit((given) => {
    const update = { version, settings: asSettings(given, currency) };
    if ("companyId" in of) ofCompany.mutate({ ...of, ...update }, callbacks);
    else ofImport.mutate({ ...of, ...update }, callbacks);
  });

  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        title={say("companyId" in of ? "edit.ofCompany" : "edit.ofImport")}
        onSubmit={save}
        wide
        isDirty={isDirty}
        confirm={say("edit.confirm")}
        busy={(ofCompany.isPending || ofImport.isPending) && say("edit.busy")}
      >
        <SettingsFormFields
          id={id}
          companyId={companyId}
          bankAccountId={stored.settings.bankAccountId}
          directDebit={stored.settings.directDebit}
          currency={currency}
          country={country}
          languages={languages}
          register={register}
          errors={errors}
          refusal={refusal.code && <Refusal key={ofCompany.submittedAt + ofImport.submittedAt} code={refusal.code} />}
        />
      </FormDialog>
    </>
  );
}
