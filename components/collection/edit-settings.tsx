"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactElement, useId, useState } from "react";
import { useForm } from "react-hook-form";
import type { VersionedSettings } from "@/server/collection/settings";
import { failureOf, useFailureText } from "../failure";
import { Refusal } from "../refusal";
import { useTRPC } from "../trpc";
import { FormDialog } from "../ui/form-dialog";
import { formatAmount } from "../ui/money";
import type { TriggerProps } from "../ui/on-demand";
import { toastDone } from "../ui/toast";
import { useOpenTrigger } from "../ui/use-open-trigger";
import { SettingsFormFields } from "./settings-form";
import { asSettings, formOf, settingsFields } from "./settings-form-values";

interface Props {
  /** Whose settings they are: a company's, for its next imports, or an import's. */
  of: { companyId: string } | { importId: string };
  currency: string;
  stored: VersionedSettings;
  trigger: ReactElement<TriggerProps>;
}

/** All settings at once. What somebody else changed meanwhile is not overwritten. */
export default function EditSettings({ of, currency, stored, trigger }: Props) {
  const say = useTranslations("collection");
  const textOf = useFailureText();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const queries = useQueryClient();
  const trpc = useTRPC();
  const ofCompany = useMutation(trpc.companies.updateSettings.mutationOptions());
  const ofImport = useMutation(trpc.imports.updateSettings.mutationOptions());
  const [refusal, setRefusal] = useState<string>();
  const id = useId();
  const decimal = formatAmount(0, useLocale()).slice(1, 2);
  const { register, handleSubmit, setError, formState, reset } = useForm({
    values: formOf(stored.settings, decimal),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = formState;

  function close() {
    reset();
    setRefusal(undefined);
    setOpen(false);
  }

  const save = handleSubmit((given) => {
    const update = { version: stored.version, settings: asSettings(given) };
    const outcome = {
      onSuccess: async () => {
        await queries.invalidateQueries();
        setRefusal(undefined);
        setOpen(false);
        toastDone(say("edit.done"));
      },
      onError: (error: unknown) => {
        const failure = failureOf(error);
        const refused = new Map(Object.entries(failure.fields).map(([path, reason]) => [path.split(".")[1], reason]));
        for (const name of settingsFields) {
          const reason = refused.get(name);
          if (reason) setError(name, { type: reason, message: textOf(reason) });
        }
        setRefusal(refused.size > 0 ? undefined : failure.code);
        // What is stored now is shown in the fields that were left alone; the reader decides about the others.
        if (failure.code === "changed_meanwhile") void queries.invalidateQueries();
      },
    };
    if ("companyId" in of) ofCompany.mutate({ ...of, ...update }, outcome);
    else ofImport.mutate({ ...of, ...update }, outcome);
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
          currency={currency}
          register={register}
          errors={errors}
          refusal={refusal && <Refusal key={ofCompany.submittedAt + ofImport.submittedAt} code={refusal} />}
        />
      </FormDialog>
    </>
  );
}
