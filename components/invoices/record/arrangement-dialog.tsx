"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFieldArray, useForm, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import { Dialog } from "@/components/ui/overlay/dialog";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import { Amount } from "@/components/ui/text/amount";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { ArrangementTerms } from "@/server/desk/arrangements/arrangement-offer";
import { formatDay } from "@/server/domain/formats/dates";
import { formatAmount, formatMoney } from "@/server/domain/formats/money";
import { readAmount } from "@/server/domain/formats/read-amount";
import { type ArrangedPart, problemOfParts, proposeParts } from "@/server/domain/rules/arrangement";
import { divide } from "@/server/domain/rules/instalment-parts";
import { fieldProblem } from "./field-problem";

interface Props {
  invoice: InvoiceRecord;
  onClose: () => void;
}

/** Agrees on payment in instalments that the customer has asked for, also of an overdue invoice; or says why that is not possible. */
export default function ArrangementDialog({ invoice, onClose }: Props) {
  const say = useTranslations("invoice.arrangement");
  const { data: terms } = useSuspenseQuery(useTRPC().invoice.arrangementOffer.queryOptions({ invoiceId: invoice.id }));
  if (!("reason" in terms)) return <ArrangementForm invoice={invoice} terms={terms} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={say("refused", { number: invoice.externalInvoiceNumber })}>
      <Refusal code={terms.reason} />
    </Dialog>
  );
}

interface Values {
  count: string;
  /** As typed. */
  parts: { amount: string; dueOn: string }[];
}

function ArrangementForm({ invoice, terms, onClose }: Props & { terms: ArrangementTerms }) {
  const say = useTranslations("invoice.arrangement");
  const region = useRegion();
  const queries = useQueryClient();
  const agree = useMutation(useTRPC().invoice.agreeToArrangement.mutationOptions());
  const [problem, setProblem] = useState<string>();
  const typed = (parts: readonly ArrangedPart[]) =>
    parts.map(({ amountCents, dueOn }) => ({ amount: formatAmount(amountCents, region), dueOn }));
  const { register, handleSubmit, setError, setValue, formState, control } = useForm<Values>({
    defaultValues: { count: "2", parts: typed(proposeParts(terms, 2)) },
  });
  const { fields, replace } = useFieldArray({ control, name: "parts" });
  const counts = Array.from({ length: terms.mostParts - 1 }, (_, index) => index + 2);

  const confirm = handleSubmit(({ parts: given }) => {
    const parts = given.flatMap(({ amount, dueOn }, index) => {
      const amountCents = readAmount(amount, invoice.currency);
      if (amountCents !== undefined) return [{ amountCents, dueOn }];
      setError(`parts.${index}.amount`, { message: say("notAnAmount") }, { shouldFocus: true });
      return [];
    });
    if (parts.length < given.length) return setProblem(undefined);
    const found = problemOfParts(parts, terms);
    setProblem(found);
    if (found) return;
    agree.mutate(
      { invoiceId: invoice.id, arrangement: { seenLines: terms.seenLines, parts } },
      {
        onSuccess: async () => {
          await queries.invalidateQueries();
          onClose();
          toastDone(say("done"));
        },
        onError: (error) => {
          setProblem(failureOf(error).code);
          void queries.invalidateQueries();
        },
      },
    );
  });

  return (
    <FormDialog
      open
      onClose={onClose}
      title={say("title", { number: invoice.externalInvoiceNumber })}
      onSubmit={confirm}
      isDirty={formState.isDirty}
      confirm={say("confirm")}
      busy={agree.isPending && say("busy")}
    >
      {problem && <Refusal key={formState.submitCount} code={problem} />}
      <p className="text-sm">
        {say("what", { name: invoice.customerName })} {say(terms.hasEmail ? "mail" : "withoutEmail", { name: invoice.customerName })}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={say("count")}>
          <Select {...register("count", { onChange: ({ target }) => replace(typed(proposeParts(terms, Number(target.value)))) })}>
            {counts.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          onClick={() =>
            divide(terms.balanceCents, fields.length).forEach((cents, index) => {
              setValue(`parts.${index}.amount`, formatAmount(cents, region), { shouldDirty: true });
            })
          }
        >
          {say("propose")}
        </Button>
      </div>
      <div className="grid gap-3">
        {fields.map(({ id }, index) => (
          <div key={id} className="grid grid-cols-2 items-start gap-x-3">
            <Field
              label={say("amount", { number: index + 1, currency: invoice.currency })}
              error={fieldProblem(formState.errors.parts?.[index]?.amount)}
            >
              <Input inputMode="decimal" autoComplete="off" className="text-right" {...register(`parts.${index}.amount`)} />
            </Field>
            <Field label={say("day", { number: index + 1 })}>
              <Input type="date" min={terms.firstOn} max={terms.lastOn} {...register(`parts.${index}.dueOn`)} />
            </Field>
          </div>
        ))}
      </div>
      <Sum control={control} currency={invoice.currency} balanceCents={terms.balanceCents} />
      <Law terms={terms} />
    </FormDialog>
  );
}

interface SumProps {
  control: ReturnType<typeof useForm<Values>>["control"];
  currency: string;
  balanceCents: number;
}

/** Sum of the parts whose amounts can be read, and its difference from the balance. */
function Sum({ control, currency, balanceCents }: SumProps) {
  const say = useTranslations("invoice.arrangement");
  const region = useRegion();
  const parts = useWatch({ control, name: "parts" });
  const cents = parts.reduce((sum, { amount }) => sum + (readAmount(amount, currency) ?? 0), 0);
  const what = cents < balanceCents ? "missing" : "too_much";
  return (
    <p className="text-sm" role="status">
      {say("sum", { currency })} <Amount cents={cents} className="font-semibold" />
      {cents !== balanceCents && (
        <span className="block text-late">
          {say("difference", { what, amount: formatMoney(Math.abs(balanceCents - cents), currency, region) })}
        </span>
      )}
    </p>
  );
}

/** The last day that the law allows, and the source of the rule. */
function Law({
  terms: {
    lastOn,
    law: { source, asOf },
  },
}: {
  terms: ArrangementTerms;
}) {
  const say = useTranslations("invoice.arrangement");
  const sayHint = useTranslations("collection.hints");
  const region = useRegion();
  return (
    <p className="text-xs text-ink-faint">
      {say("last", { date: formatDay(lastOn, region, "long") })} {sayHint("feeSource", { source, date: formatDay(asOf, region, "date") })}
    </p>
  );
}
