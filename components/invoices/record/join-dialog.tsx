"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { fieldProblem } from "./field-problem";

/** Joins another invoice of the same import, named by its number, with this one, so that both are asked for and paid together. */
export default function JoinDialog({ invoice, onClose }: { invoice: InvoiceRecord; onClose: () => void }) {
  const say = useTranslations("invoice.household");
  const queries = useQueryClient();
  const join = useMutation(useTRPC().invoice.joinHousehold.mutationOptions());
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { number: "" } });
  const refusal = useRefusal(setError, ["number"], {
    fieldOf: { invalid_external_invoice_number: "number", no_invoice_of_number: "number", several_of_number: "number" },
  });
  const confirm = handleSubmit(({ number }) =>
    join.mutate(
      { invoiceId: invoice.id, number },
      {
        onSuccess: async () => {
          await queries.invalidateQueries();
          onClose();
          toastDone(say("joined"));
        },
        onError: (error) => void refusal.show(error),
      },
    ),
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title={say("join.title", { number: invoice.externalInvoiceNumber })}
      onSubmit={confirm}
      isDirty={formState.isDirty}
      confirm={say("join.confirm")}
      busy={join.isPending && say("busy")}
    >
      {refusal.code && <Refusal key={formState.submitCount} code={refusal.code} />}
      <Field label={say("join.number")} hint={say("join.hint")} error={fieldProblem(formState.errors.number)}>
        <Input autoComplete="off" {...register("number")} />
      </Field>
    </FormDialog>
  );
}
