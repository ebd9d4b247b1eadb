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
import { Select } from "@/components/ui/form/select";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { mandateSchemes, mandateSequences } from "@/server/domain/rules/mandate-state";
import { type AskedAbout, RefusedAccount } from "./refused-account";

const empty = {
  customerEmail: "",
  invoiceNumber: "",
  reference: "",
  holder: "",
  iban: "",
  bic: "",
  signedOn: "",
  scheme: "CORE",
  organization: "",
  sequence: "recurrent",
  lastCollectedOn: "",
};

const fields = Object.keys(empty) as (keyof typeof empty)[];

const days: readonly string[] = ["signedOn", "lastCollectedOn"];
const choices = { scheme: mandateSchemes, sequence: mandateSequences };

/** Form for a mandate that a payer signed on paper. Shows the faults of all fields at once. */
export default function AddMandate({ companyId, trigger }: { companyId: string; trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("mandates");
  const textOf = useFailureText();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const queries = useQueryClient();
  const add = useMutation(useTRPC().mandates.add.mutationOptions());
  const id = useId();
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: empty });
  const { errors, isDirty } = formState;
  const [asked, setAsked] = useState<AskedAbout | null>(null);
  const refusal = useRefusal(setError, fields, { focus: false });

  function close() {
    reset();
    setAsked(null);
    refusal.forget();
    setOpen(false);
  }

  const save = handleSubmit(async (mandate) => {
    refusal.forget();
    const outcome = await add
      .mutateAsync({ companyId, mandate, isRefusalSeen: asked?.iban === mandate.iban })
      .catch((error: unknown) => void refusal.show(error));
    if (!outcome) return;
    if ("asked" in outcome) {
      setAsked({ ...outcome.asked, iban: mandate.iban });
      return;
    }
    setAsked(null);
    if ("faults" in outcome) {
      const { faults, existingReference, differing } = outcome;
      const existing = existingReference === null ? "" : ` ${say("existing", { reference: existingReference })}`;
      const differs =
        differing.length === 0 ? "" : ` ${say("differs", { fields: differing.map((name) => say(`fields.${name}`)).join(", ") })}`;
      for (const { field, code } of faults) setError(field, { type: code, message: `${textOf(code)}${existing}${differs}` });
      return;
    }
    for (const name of outcome.ignored) setError(name, { type: "ignored", message: say("ignored") });
    if (!outcome.isNew && !outcome.isExtended) setError("reference", { type: "known", message: say("add.known") });
    if (outcome.isExtended || outcome.isNew) toastDone(say(outcome.isNew ? "add.done" : "add.extended"));
    if (outcome.isNew || (outcome.isExtended && outcome.ignored.length === 0)) close();
    await queries.invalidateQueries();
  });

  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        title={say("add.title")}
        onSubmit={save}
        isDirty={isDirty}
        confirm={say(asked ? "recordRefused" : "add.confirm")}
        busy={add.isPending && say("busy")}
      >
        <p className="text-sm text-ink-muted">
          {say("add.consequence")} {say("add.counts")}
        </p>
        <ErrorSummary
          fields={fields.filter((name) => errors[name]).map((name) => ({ fieldId: `${id}-${name}`, label: say(`fields.${name}`) }))}
        />
        {refusal.code && <Refusal key={add.submittedAt} code={refusal.code} />}
        {asked && <RefusedAccount asked={asked} />}
        {fields.map((name) => (
          <Field key={name} id={`${id}-${name}`} label={say(`fields.${name}`)} hint={hintOf(name)} error={errors[name]}>
            {name === "scheme" || name === "sequence" ? (
              <Select {...register(name)}>
                {choices[name].map((choice) => (
                  <option key={choice} value={choice}>
                    {textOfChoice(choice)}
                  </option>
                ))}
              </Select>
            ) : (
              <Input
                autoComplete="off"
                spellCheck={false}
                type={days.includes(name) ? "date" : name === "customerEmail" ? "email" : "text"}
                {...register(name)}
              />
            )}
          </Field>
        ))}
      </FormDialog>
    </>
  );

  function textOfChoice(choice: (typeof mandateSchemes)[number] | (typeof mandateSequences)[number]): string {
    return choice === "CORE" || choice === "B2B" ? say(`schemes.${choice}`) : say(`sequences.${choice}`);
  }

  function hintOf(name: keyof typeof empty): string | undefined {
    return hasHint(name) ? say(`hints.${name}`) : undefined;
  }
}

const hinted = ["customerEmail", "invoiceNumber", "reference", "holder", "bic", "organization", "lastCollectedOn"] as const;

function hasHint(name: string): name is (typeof hinted)[number] {
  return hinted.some((each) => each === name);
}
