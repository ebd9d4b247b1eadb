"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { useMay } from "@/components/shell/reader-rights";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field, FieldGroup } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import { useRegion } from "@/components/ui/text/region";
import type { MoneyOutcome } from "@/server/billing/approvals/propose-if-large";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatMoney } from "@/server/domain/formats/money";
import { creditableCents } from "@/server/domain/rules/credit";
import { AccountNotice } from "./account-notice";
import type { OutcomeHandlers } from "./amount-form";
import { ChangeLedger } from "./change-ledger";
import { backAfterCredit, type CreditChoice, chargedLines, creditedCents, refundableInAll, type Way } from "./credit-sums";
import { fieldProblem } from "./field-problem";

interface Props {
  invoice: InvoiceRecord;
  onClose: () => void;
}

interface CreditForm extends CreditChoice {
  reason: string;
  way: Way;
}

/** Credits an invoice in whole or in part, even if it is paid. Shows how much the customer gets back, and how. */
export default function CreditDialog({ invoice, onClose }: Props) {
  const say = useTranslations("invoice.credit");
  const sayLineType = useTranslations("invoice.lineTypes");
  const region = useRegion();
  const { data: money } = useSuspenseQuery(useTRPC().invoice.money.queryOptions({ invoiceId: invoice.id }));
  const mayRefund = useMay("money");
  const refundableCents = refundableInAll(money);
  const refundWay = refundableCents > 0 ? "provider" : "by_hand";
  const defaultValues: CreditForm = {
    extent: "whole",
    lineIds: [],
    amount: "",
    reason: "",
    way: mayRefund ? refundWay : "later",
  };
  const { register, handleSubmit, setError, formState, control } = useForm({ defaultValues });
  const refusal = useRefusal(setError, ["amount", "reason"], { fieldOf });
  const given = { ...defaultValues, ...useWatch({ control }) };
  const inMoney = (cents: number) => formatMoney(cents, invoice.currency, region);

  const amountCents = creditedCents(invoice, given);
  const { owedCents, backCents } = backAfterCredit(invoice.account, money, amountCents, given.way);
  // If nothing is to be given back, the act only credits.
  const way = backCents > 0 ? given.way : "later";
  const amounts = { amount: inMoney(amountCents), back: inMoney(backCents) };
  const { isPending, perform } = useCredit(invoice, money.refunds.length);
  const queries = useQueryClient();

  const confirm = handleSubmit(({ reason }) =>
    perform({ amountCents, description: reason }, way, {
      onSuccess: async (result) => {
        await queries.invalidateQueries();
        onClose();
        const doneText = way === "later" ? "done" : "doneBack";
        toastDone(say(result === "proposed" ? "proposed" : doneText, amounts));
      },
      onError: (error) => {
        if (refusal.show(error) === "changed_meanwhile") void queries.invalidateQueries();
      },
    }),
  );

  const amountProblem = given.extent === "whole" ? undefined : fieldProblem(formState.errors.amount);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={say("title", { number: invoice.invoiceNumber })}
      onSubmit={confirm}
      isDirty={formState.isDirty}
      confirm={way === "later" ? say("confirm", amounts) : say(`confirmBack.${way}`, amounts)}
      busy={isPending && say("busy")}
    >
      {refusal.code && <Refusal key={formState.submitCount} code={refusal.code} />}
      <Field label={say("extent")}>
        <Select {...register("extent")}>
          <option value="whole">{say("whole", { amount: inMoney(creditableCents(invoice.account)) })}</option>
          <option value="lines">{say("lines")}</option>
          <option value="amount">{say("part")}</option>
        </Select>
      </Field>
      {given.extent === "lines" && (
        <FieldGroup label={say("which")} error={amountProblem}>
          {chargedLines(invoice).map(({ id, type, description, amountCents: cents }) => (
            <Checkbox
              key={id}
              value={id}
              label={say("line", { description: description ?? sayLineType(type), amount: inMoney(cents) })}
              {...register("lineIds")}
            />
          ))}
        </FieldGroup>
      )}
      {given.extent === "amount" && (
        <Field label={say("amount", { currency: invoice.currency })} error={amountProblem}>
          <Input inputMode="decimal" autoComplete="off" {...register("amount")} />
        </Field>
      )}
      <Field label={say("reason")} hint={say("reasonHint")} error={fieldProblem(formState.errors.reason)}>
        <Input autoComplete="off" {...register("reason")} />
      </Field>
      {owedCents > 0 && mayRefund && (
        <>
          <AccountNotice invoice={invoice} />
          <Field label={say("way", { name: invoice.customerName })}>
            <Select {...register("way")}>
              {refundableCents > 0 && <option value="provider">{say("ways.provider")}</option>}
              <option value="by_hand">{say("ways.by_hand")}</option>
              <option value="later">{say("ways.later")}</option>
            </Select>
          </Field>
        </>
      )}
      <ChangeLedger
        currency={invoice.currency}
        outstandingCents={invoice.account.outstandingCents}
        changes={[
          // Unlike −amountCents, this is never −0.
          { what: say("credited"), cents: 0 - amountCents },
          ...(backCents > 0 ? [{ what: say("givenBack"), cents: backCents }] : []),
        ]}
      />
      {owedCents > backCents && <p>{say("staysOwed", { name: invoice.customerName, amount: inMoney(owedCents - backCents) })}</p>}
    </FormDialog>
  );
}

/**
 * Credits the amount, and also gives money back unless the way is "later", which is the only way for people who may not move money.
 * `seenRefunds` is the number of refunds that the reader has seen.
 */
function useCredit({ id: invoiceId, lines }: InvoiceRecord, seenRefunds: number) {
  const { invoice } = useTRPC();
  const creditOnly = useMutation(invoice.creditAmount.mutationOptions());
  const creditAndRefund = useMutation(invoice.creditAndRefund.mutationOptions());
  return {
    isPending: creditOnly.isPending || creditAndRefund.isPending,
    perform(
      adjustment: { amountCents: number; description: string },
      way: Way,
      { onSuccess, onError }: OutcomeHandlers<MoneyOutcome | undefined>,
    ) {
      if (way === "later") {
        return creditOnly.mutate({ invoiceId, seenLines: lines.length, adjustment }, { onSuccess: () => onSuccess(undefined), onError });
      }
      return creditAndRefund.mutate(
        { invoiceId, seen: { lines: lines.length, refunds: seenRefunds }, adjustment, wayBack: way },
        { onSuccess, onError },
      );
    },
  };
}

/** Field that each error code concerns. */
const fieldOf = {
  invalid_amount_cents: "amount",
  credit_exceeds_charged: "amount",
  invalid_description: "reason",
} as const;
