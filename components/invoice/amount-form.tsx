"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { failureOf, useFailureText } from "../failure";
import { readAmount } from "../invoices/read-amount";
import { Banner } from "../ui/banner";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { Input } from "../ui/input";
import { ChangeLedger } from "./change-ledger";
import { fieldProblem } from "./field-problem";

/** What becomes of an act that was sent. */
export interface Outcome {
  onSuccess: () => Promise<void>;
  onError: (error: unknown) => void;
}

interface Props {
  words: { title: string; consequence: string; reason: string; reasonHint: string; change: string; confirm: string };
  currency: string;
  outstandingCents: number;
  /** Whether the amount raises what is outstanding. */
  raises: boolean;
  /** As somebody would type it. */
  amount?: string;
  /** Refusals that are about the amount. */
  amountCodes: readonly string[];
  isPending: boolean;
  onSubmit: (amountCents: number, reason: string, outcome: Outcome) => void;
  onDone: (amountCents: number) => void;
  onClose: () => void;
  /** Further questions, above the amount. */
  children?: ReactNode;
}

/** Asks how much and why, and says what will be outstanding then. Of what is confirmed twice one is refused. */
export function AmountForm({ words, currency, outstandingCents, raises, amount = "", amountCodes, isPending, children, ...on }: Props) {
  const say = useTranslations("invoice.acts");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, setError, formState, control } = useForm({ defaultValues: { amount, reason: "" } });
  const amountCents = readAmount(useWatch({ control, name: "amount" })) ?? 0;

  const confirm = handleSubmit(({ reason }) =>
    on.onSubmit(amountCents, reason, {
      onSuccess: async () => {
        await queries.invalidateQueries();
        on.onClose();
        on.onDone(amountCents);
      },
      onError: (error) => {
        const { code, fields } = failureOf(error);
        const named = new Map(Object.entries(fields).map(([path, given]) => [fieldOfPath(path), given]));
        if (amountCodes.includes(code)) named.set("amount", code);
        for (const [name, given] of named) setError(name, { type: given, message: textOf(given) });
        setRefusal(named.size > 0 ? undefined : textOf(code));
        if (code === "changed_meanwhile") void queries.invalidateQueries();
      },
    }),
  );

  return (
    <FormDialog
      open
      onClose={on.onClose}
      title={words.title}
      onSubmit={confirm}
      isDirty={formState.isDirty}
      confirm={words.confirm}
      busy={isPending && say("busy")}
    >
      {refusal && (
        <Banner tone="late" role="alert">
          {refusal}
        </Banner>
      )}
      <p>{words.consequence}</p>
      {children}
      <Field label={say("amount", { currency })} error={fieldProblem(formState.errors.amount)}>
        <Input inputMode="decimal" autoComplete="off" {...register("amount")} />
      </Field>
      <Field label={words.reason} hint={words.reasonHint} error={fieldProblem(formState.errors.reason)}>
        <Input autoComplete="off" {...register("reason")} />
      </Field>
      <ChangeLedger
        currency={currency}
        outstandingCents={outstandingCents}
        change={words.change}
        changeCents={raises ? amountCents : 0 - amountCents}
      />
    </FormDialog>
  );
}

/** Which of the two fields the server means. */
function fieldOfPath(path: string): "amount" | "reason" {
  return path.endsWith("amountCents") ? "amount" : "reason";
}
