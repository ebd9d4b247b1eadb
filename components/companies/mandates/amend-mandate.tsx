"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { ErrorSummary } from "@/components/ui/form/error-summary";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import type { MandateRecord } from "@/server/billing/mandates/mandate-record";
import { type AskedAbout, RefusedAccount } from "./refused-account";

const fields = ["holder", "iban", "bic"] as const;

/** Form for another account of a mandate, of which the payer has told staff. */
export default function AmendMandate({ mandate, trigger }: { mandate: MandateRecord; trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("mandates");
  const textOf = useFailureText();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const queries = useQueryClient();
  const amend = useMutation(useTRPC().mandates.amend.mutationOptions());
  const id = useId();
  const { register, handleSubmit, setError, formState, reset } = useForm({
    defaultValues: { holder: mandate.holder, iban: mandate.iban, bic: mandate.bic ?? "" },
  });
  const { errors, isDirty } = formState;
  const [asked, setAsked] = useState<AskedAbout | null>(null);
  const refusal = useRefusal(setError, fields, { focus: false });

  function close() {
    reset();
    setAsked(null);
    refusal.forget();
    setOpen(false);
  }

  const save = handleSubmit(async (account) => {
    refusal.forget();
    const outcome = await amend
      .mutateAsync({ mandateId: mandate.id, ...account, isRefusalSeen: asked?.iban === account.iban })
      .catch((error: unknown) => void refusal.show(error));
    if (!outcome) return;
    if ("asked" in outcome) {
      setAsked({ ...outcome.asked, iban: account.iban });
      return;
    }
    setAsked(null);
    if ("faults" in outcome) {
      for (const name of fields) {
        const code = outcome.faults[name];
        if (code) setError(name, { type: code, message: textOf(code) });
      }
      return;
    }
    close();
    const { holder, iban } = outcome.mandate;
    toastDone(say("amend.done", { holder, digits: iban.slice(-4) }));
    await queries.invalidateQueries();
  });

  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        title={say("amend.title", { reference: mandate.reference })}
        onSubmit={save}
        isDirty={isDirty}
        confirm={say(asked ? "recordRefused" : "amend.confirm")}
        busy={amend.isPending && say("amend.busy")}
      >
        <p className="text-sm text-ink-muted">{say("amend.consequence")}</p>
        <ErrorSummary
          fields={fields.filter((name) => errors[name]).map((name) => ({ fieldId: `${id}-${name}`, label: say(`fields.${name}`) }))}
        />
        {refusal.code && <Refusal key={amend.submittedAt} code={refusal.code} />}
        {asked && <RefusedAccount asked={asked} />}
        {fields.map((name) => (
          <Field
            key={name}
            id={`${id}-${name}`}
            label={say(`fields.${name}`)}
            hint={name === "bic" ? say("hints.bic") : undefined}
            error={errors[name]}
          >
            <Input autoComplete="off" spellCheck={false} {...register(name)} />
          </Field>
        ))}
      </FormDialog>
    </>
  );
}
