"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Field } from "@/components/ui/form/field";
import { Select } from "@/components/ui/form/select";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatMoney } from "@/server/domain/formats/money";
import { type ArrangementEnd, arrangementEnds } from "@/server/domain/rules/arrangement";

interface Props {
  invoice: InvoiceRecord;
  /** Id of the arrangement. */
  planId: string;
  trigger: ReactElement<TriggerProps>;
}

/** Ends an arrangement, for a reason that is recorded. */
export default function EndArrangementDialog({ invoice, planId, trigger }: Props) {
  const say = useTranslations("invoice.arrangement.end");
  const region = useRegion();
  const queries = useQueryClient();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const end = useMutation(useTRPC().invoice.endArrangement.mutationOptions());
  const { register, handleSubmit } = useForm<{ because: ArrangementEnd }>({ defaultValues: { because: "customer_asked" } });
  const amount = formatMoney(invoice.account.outstandingCents, invoice.currency, region);

  const confirm = handleSubmit(({ because }) =>
    end.mutate(
      { invoiceId: invoice.id, end: { planId, because } },
      {
        onSuccess: async () => {
          await queries.invalidateQueries();
          setOpen(false);
          toastDone(say("done"));
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
        isDirty={false}
        confirm={say("confirm")}
        busy={end.isPending && say("busy")}
      >
        {end.error && <Refusal key={end.submittedAt} code={failureOf(end.error).code} />}
        <p>{say("consequence", { amount, name: invoice.customerName })}</p>
        <Field label={say("because")} hint={say("hint")}>
          <Select {...register("because")}>
            {arrangementEnds.map((reason) => (
              <option key={reason} value={reason}>
                {say(`reasons.${reason}`)}
              </option>
            ))}
          </Select>
        </Field>
      </FormDialog>
    </>
  );
}
