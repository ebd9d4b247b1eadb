"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import type { MoneyOutcome } from "@/server/billing/second-person/propose-if-large";
import { readAmount } from "@/server/domain/read-amount";
import { ChangeLedger } from "./change-ledger";
import { fieldProblem } from "./field-problem";

/** What becomes of an act that was sent. */
export interface Outcome {
  /** Takes what the act answered: a `MoneyOutcome`, where a second person may be asked. */
  onSuccess: (became: unknown) => Promise<void>;
  onError: (error: unknown) => void;
}

interface Props {
  words: {
    title: string;
    consequence: string;
    reason: string;
    reasonHint: string;
    change: string;
    confirm: string;
    /** Asked where the amount is more than is outstanding. Left out: the server refuses that, or it cannot be. */
    exceeds?: string;
  };
  currency: string;
  outstandingCents: number;
  /** Whether the amount raises what is outstanding. */
  raises: boolean;
  /** As a person would type it. */
  amount?: string;
  /** Asks for the day, and offers this one, which is the last that it can be. */
  paidOn?: string;
  isPending: boolean;
  onSubmit: (given: { amountCents: number; reason: string; mayExceed: boolean; paidOn: string }, outcome: Outcome) => void;
  onDone: (amountCents: number) => void;
  onClose: () => void;
  /** Further questions, above the amount. */
  children?: ReactNode;
}

/** Asks how much and why, and says what will be outstanding then. Of what is confirmed twice one is refused. */
export function AmountForm({ words, currency, outstandingCents, raises, amount = "", paidOn, isPending, children, ...on }: Props) {
  const say = useTranslations("invoice.acts");
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState, control } = useForm({
    defaultValues: { amount, reason: "", mayExceed: false, paidOn: paidOn ?? "" },
  });
  const refusal = useRefusal(setError, ["amount", "paidOn", "reason", "mayExceed"], { fieldOf });
  const amountCents = readAmount(useWatch({ control, name: "amount" })) ?? 0;

  const exceeds = words.exceeds && amountCents > outstandingCents && words.exceeds;

  const confirm = handleSubmit(({ reason, mayExceed, paidOn }) =>
    on.onSubmit(
      { amountCents, reason, mayExceed, paidOn },
      {
        onSuccess: async (became) => {
          await queries.invalidateQueries();
          on.onClose();
          if (became === ("proposed" satisfies MoneyOutcome)) toastDone(say("proposed"));
          else on.onDone(amountCents);
        },
        onError: (error) => {
          if (refusal.refuse(error) === "changed_meanwhile") void queries.invalidateQueries();
        },
      },
    ),
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
      {refusal.code && <Refusal key={formState.submitCount} code={refusal.code} />}
      <p>{words.consequence}</p>
      {children}
      <Field label={say("amount", { currency })} error={fieldProblem(formState.errors.amount)}>
        <Input inputMode="decimal" autoComplete="off" {...register("amount")} />
      </Field>
      {exceeds && <Checkbox label={exceeds} {...register("mayExceed")} />}
      {paidOn && (
        <Field label={say("paidOn")} hint={say("paidOnHint")} error={fieldProblem(formState.errors.paidOn)}>
          <Input type="date" max={paidOn} {...register("paidOn")} />
        </Field>
      )}
      <Field label={words.reason} hint={words.reasonHint} error={fieldProblem(formState.errors.reason)}>
        <Input autoComplete="off" {...register("reason")} />
      </Field>
      <ChangeLedger
        currency={currency}
        outstandingCents={outstandingCents}
        changes={[{ what: words.change, cents: raises ? amountCents : 0 - amountCents }]}
      />
    </FormDialog>
  );
}

/** What the acts call the two. */
const fieldOf = {
  invalid_amount_cents: "amount",
  payment_exceeds_outstanding: "amount",
  refund_exceeds_owed: "amount",
  payment_not_refundable: "amount",
  invalid_paid_on: "paidOn",
  invalid_description: "reason",
} as const;
