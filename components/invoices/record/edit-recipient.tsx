"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useId } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useEditDialog } from "@/components/failures/use-edit-dialog";
import { useRefusal } from "@/components/failures/use-refusal";
import { ErrorSummary } from "@/components/ui/form/error-summary";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { type RecipientField, recipientFields, recipientGroups } from "./recipient-fields";
import { RecipientFieldset } from "./recipient-fieldset";

interface Props {
  invoice: InvoiceRecord;
  trigger: ReactElement<TriggerProps>;
}

/** Dialog for the recipient's fields, which a partner may change at any time. Concurrent changes by others are not overwritten. */
export default function EditRecipient({ invoice, trigger }: Props) {
  const say = useTranslations("invoice");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const update = useMutation(trpc.invoice.updateRecipient.mutationOptions());
  const idPrefix = useId();
  const { register, handleSubmit, setError, formState, reset } = useForm({
    values: valuesOf(invoice),
    resetOptions: { keepDirtyValues: true, keepDirty: true },
  });
  const { errors, isDirty } = formState;
  const refusal = useRefusal(setError, recipientFields, { fieldOf, focus: false });

  const { version, close, callbacks } = useEditDialog({
    stored: invoice.recipientVersion,
    isDirty,
    reset,
    refusal,
    setOpen,
    done: say("edit.done"),
  });

  const save = handleSubmit((recipient) => update.mutate({ invoiceId: invoice.id, version, recipient }, callbacks));

  const refusedFields = recipientGroups
    .flatMap((group) => group.fields)
    .filter(({ name }) => errors[name])
    .map(({ name }) => ({ fieldId: `${idPrefix}-${name}`, label: say(`fields.${name}`) }));

  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        title={say("edit.title")}
        onSubmit={save}
        wide
        isDirty={isDirty}
        confirm={say("edit.save")}
        busy={update.isPending && say("edit.busy")}
      >
        <ErrorSummary fields={refusedFields} />
        {refusal.code && <Refusal key={update.submittedAt} code={refusal.code} />}
        {recipientGroups.map(({ title, fields }) => (
          <RecipientFieldset
            key={title}
            form={idPrefix}
            title={say(`edit.groups.${title}`)}
            fields={fields}
            register={register}
            errors={errors}
          />
        ))}
      </FormDialog>
    </>
  );
}

/** Field of each error code that refuses to remove the last way to reach the customer. */
const fieldOf: Partial<Record<string, RecipientField>> = {
  invalid_customer_email: "customerEmail",
  invalid_customer_phone: "customerPhoneNumber",
  invalid_customer_address: "customerAddress1",
};

function valuesOf(invoice: InvoiceRecord): Record<RecipientField, string> {
  return Object.fromEntries(recipientFields.map((name) => [name, invoice[name] ?? ""])) as Record<RecipientField, string>;
}
