"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { Field } from "@/components/ui/form/field";
import { Textarea } from "@/components/ui/form/textarea";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatDay } from "@/server/domain/formats/dates";
import { LONGEST_HOLD_REASON } from "@/server/domain/rules/holds";
import { fieldProblem } from "./field-problem";

interface Props {
  invoice: InvoiceRecord;
  /** Id of the hold that the promise has begun. */
  holdId: string;
  /** The promised day. */
  day: string;
  trigger: ReactElement<TriggerProps>;
}

/** Withdraws a customer's promise to pay on a day, with a reason for colleagues. */
export default function WithdrawPromiseDialog({ invoice, holdId, day, trigger }: Props) {
  const say = useTranslations("invoice.hold.withdraw");
  const region = useRegion();
  const queries = useQueryClient();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const withdraw = useMutation(useTRPC().invoice.withdrawPromise.mutationOptions());
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { reason: "" } });
  const refusal = useRefusal(setError, ["reason"], { fieldOf: { invalid_reason: "reason" } });

  const confirm = handleSubmit(({ reason }) =>
    withdraw.mutate(
      { invoiceId: invoice.id, withdrawal: { holdId, reason } },
      {
        onSuccess: async () => {
          await queries.invalidateQueries();
          setOpen(false);
          toastDone(say("done"));
        },
        onError: (error) => {
          refusal.show(error);
        },
      },
    ),
  );

  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={say("title", { number: invoice.externalInvoiceNumber })}
        onSubmit={confirm}
        isDirty={formState.isDirty}
        confirm={say("confirm")}
        busy={withdraw.isPending && say("busy")}
      >
        {refusal.code && <Refusal key={formState.submitCount} code={refusal.code} />}
        <p>{say("consequence", { name: invoice.customerName, day: formatDay(day, region, "long") })}</p>
        <Field label={say("reason")} hint={say("hint")} error={fieldProblem(formState.errors.reason)}>
          <Textarea rows={2} maxLength={LONGEST_HOLD_REASON} {...register("reason")} />
        </Field>
      </FormDialog>
    </>
  );
}
