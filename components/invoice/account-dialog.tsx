"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { InvoiceRecord } from "@/server/invoices/invoice-record";
import { failureOf, useFailureText } from "../failure";
import { readAmount } from "../invoices/read-amount";
import { useTRPC } from "../trpc";
import { Amount } from "../ui/amount";
import { Banner } from "../ui/banner";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { Input } from "../ui/input";
import { formatMoney } from "../ui/money";
import { Cell, Row, SumRow, Table, TableBody, TableFoot } from "../ui/table";
import { toastDone } from "../ui/toast";
import { Total } from "../ui/total";
import { fieldProblem } from "./field-problem";

/** What can be done to a transmitted invoice's account by hand. */
export type AccountAct = "recordPayment" | "addAmount" | "creditAmount";

interface Props {
  act: AccountAct;
  invoice: InvoiceRecord;
  onClose: () => void;
}

/** Asks how much and why, and says what will be outstanding then. Of what is confirmed twice one is refused. */
export default function AccountDialog({ act, invoice, onClose }: Props) {
  const say = useTranslations("invoice.acts");
  const textOf = useFailureText();
  const locale = useLocale();
  const queries = useQueryClient();
  const perform = useAccountAct(act, invoice);
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, setError, formState, control } = useForm({ defaultValues: { amount: "", reason: "" } });
  const amountCents = readAmount(useWatch({ control, name: "amount" })) ?? 0;
  const { outstandingCents } = invoice.account;
  const changeCents = act === "addAmount" ? amountCents : 0 - amountCents;
  const afterCents = outstandingCents + changeCents;

  const confirm = handleSubmit(({ reason }) =>
    perform.act(amountCents, reason, {
      onSuccess: async () => {
        await queries.invalidateQueries();
        onClose();
        toastDone(say(`${act}.done`, { amount: formatMoney(amountCents, invoice.currency, locale) }));
      },
      onError: (error) => {
        const { code, fields } = failureOf(error);
        const named = new Map(Object.entries(fields).map(([path, given]) => [fieldOfPath(path), given]));
        if (code === "credit_exceeds_outstanding") named.set("amount", code);
        for (const [name, given] of named) setError(name, { type: given, message: textOf(given) });
        setRefusal(named.size > 0 ? undefined : textOf(code));
        if (code === "changed_meanwhile") void queries.invalidateQueries();
      },
    }),
  );

  return (
    <FormDialog
      open
      onClose={onClose}
      title={say(`${act}.title`, { number: invoice.invoiceNumber })}
      onSubmit={confirm}
      isDirty={formState.isDirty}
      confirm={say(`${act}.confirm`)}
      busy={perform.isPending && say("busy")}
    >
      {refusal && (
        <Banner tone="late" role="alert">
          {refusal}
        </Banner>
      )}
      <p>{say(`${act}.consequence`, { name: invoice.customerName })}</p>
      <Field label={say("amount", { currency: invoice.currency })} error={fieldProblem(formState.errors.amount)}>
        <Input inputMode="decimal" autoComplete="off" {...register("amount")} />
      </Field>
      <Field label={say(`${act}.reason`)} hint={say(`${act}.reasonHint`)} error={fieldProblem(formState.errors.reason)}>
        <Input autoComplete="off" {...register("reason")} />
      </Field>
      <Table caption={say("ledger")} density="slim" flush>
        <TableBody>
          <Row>
            <Cell>{say("outstanding", { currency: invoice.currency })}</Cell>
            <Cell numeric>
              <Amount cents={outstandingCents} />
            </Cell>
          </Row>
          <Row>
            <Cell>{say(`${act}.line`)}</Cell>
            <Cell numeric>
              <Amount cents={changeCents} />
            </Cell>
          </Row>
        </TableBody>
        <TableFoot>
          <SumRow>
            <Cell>{afterCents < 0 ? say("owedAfter") : say("after")}</Cell>
            <Cell numeric>
              <Total>
                <Amount cents={afterCents} />
              </Total>
            </Cell>
          </SumRow>
        </TableFoot>
      </Table>
    </FormDialog>
  );
}

interface Outcome {
  onSuccess: () => Promise<void>;
  onError: (error: unknown) => void;
}

/** The three acts differ in what their reason is called: it stands on a line, where the customer reads it, or it is kept with the payment. */
function useAccountAct(act: AccountAct, { id: invoiceId, lines }: InvoiceRecord) {
  const { invoice } = useTRPC();
  const recordPayment = useMutation(invoice.recordPayment.mutationOptions());
  const addAmount = useMutation(invoice.addAmount.mutationOptions());
  const creditAmount = useMutation(invoice.creditAmount.mutationOptions());
  const onAccount = { invoiceId, seenLines: lines.length };
  return {
    isPending: recordPayment.isPending || addAmount.isPending || creditAmount.isPending,
    act(amountCents: number, reason: string, outcome: Outcome) {
      if (act === "recordPayment") return recordPayment.mutate({ ...onAccount, payment: { amountCents, reason } }, outcome);
      const adjustment = { amountCents, description: reason };
      if (act === "addAmount") return addAmount.mutate({ ...onAccount, adjustment }, outcome);
      return creditAmount.mutate({ ...onAccount, adjustment }, outcome);
    },
  };
}

/** Which of the two fields the server means. */
function fieldOfPath(path: string): "amount" | "reason" {
  return path.endsWith("amountCents") ? "amount" : "reason";
}
