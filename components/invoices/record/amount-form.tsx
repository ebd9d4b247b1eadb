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
import type { MoneyOutcome } from "@/server/billing/approvals/propose-if-large";
import { readAmount } from "@/server/domain/formats/read-amount";
import { ChangeLedger } from "./change-ledger";
import { fieldProblem } from "./field-problem";

/** Handlers for the outcome of an act on an invoice's account. */
export interface OutcomeHandlers<Result = unknown> {
  /** Called with the act's result: a `MoneyOutcome` if a second person may be needed. */
  onSuccess: (result: Result) => Promise<void>;
  onError: (error: unknown) => void;
}

interface Props {
  words: {
    title: string;
    consequence: string;
    reason: string;
    reasonHint: string;
    /** Name of the amount in the table of changes. */
    change: string;
    confirm: string;
    /** Hint for the day. Absent: that of a payment. */
    paidOnHint?: string;
    /** Question to confirm an amount above the outstanding one. Absent if such an amount is refused, or needs no confirmation. */
    exceeds?: string;
  };
  currency: string;
  outstandingCents: number;
  /** Whether the amount raises the outstanding amount. */
  raises: boolean;
  /** Initial amount, as a person would type it. */
  amount?: string;
  /** Default and latest day of the payment. If absent, no day is asked for. */
  paidOn?: string;
  /** Earliest day. Absent: any. */
  paidFrom?: string;
  /** Whether the day is asked for, if there is a default. */
  asksDay?: boolean;
  isPending: boolean;
  onSubmit: (given: { amountCents: number; reason: string; mayExceed: boolean; paidOn: string }, outcome: OutcomeHandlers) => void;
  onDone: (amountCents: number) => void;
  onClose: () => void;
  /** Further fields, above the amount. */
  children?: ReactNode;
}

/** Asks for an amount and a reason, and shows the resulting outstanding amount. Of two simultaneous confirmations, one is refused. */
export function AmountForm({
  words,
  currency,
  outstandingCents,
  raises,
  amount = "",
  paidOn,
  paidFrom,
  asksDay = true,
  isPending,
  children,
  ...on
}: Props) {
  const say = useTranslations("invoice.acts");
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState, control } = useForm({
    defaultValues: { amount, reason: "", mayExceed: false, paidOn: paidOn ?? "" },
  });
  const refusal = useRefusal(setError, ["amount", "paidOn", "reason", "mayExceed"], { fieldOf });
  const amountCents = readAmount(useWatch({ control, name: "amount" }), currency) ?? 0;

  const excessQuestion = amountCents > outstandingCents ? words.exceeds : undefined;

  const confirm = handleSubmit(({ reason, mayExceed, paidOn }) =>
    on.onSubmit(
      { amountCents, reason, mayExceed, paidOn },
      {
        onSuccess: async (result) => {
          await queries.invalidateQueries();
          on.onClose();
          if (result === ("proposed" satisfies MoneyOutcome)) toastDone(say("proposed"));
          else on.onDone(amountCents);
        },
        onError: (error) => {
          if (refusal.show(error) === "changed_meanwhile") void queries.invalidateQueries();
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
      {excessQuestion && <Checkbox label={excessQuestion} {...register("mayExceed")} />}
      {paidOn && asksDay && (
        <Field label={say("paidOn")} hint={words.paidOnHint ?? say("paidOnHint")} error={fieldProblem(formState.errors.paidOn)}>
          <Input type="date" min={paidFrom} max={paidOn} {...register("paidOn")} />
        </Field>
      )}
      <Field label={words.reason} hint={words.reasonHint} error={fieldProblem(formState.errors.reason)}>
        <Input autoComplete="off" {...register("reason")} />
      </Field>
      <ChangeLedger
        currency={currency}
        outstandingCents={outstandingCents}
        // Unlike −amountCents, 0 − amountCents is never −0.
        changes={[{ what: words.change, cents: raises ? amountCents : 0 - amountCents }]}
      />
    </FormDialog>
  );
}

/** Field that each error code concerns. */
const fieldOf = {
  invalid_amount_cents: "amount",
  payment_exceeds_outstanding: "amount",
  refund_exceeds_owed: "amount",
  payment_not_refundable: "amount",
  invalid_paid_on: "paidOn",
  invalid_description: "reason",
} as const;
