"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useId } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { ErrorSummary } from "@/components/ui/form/error-summary";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { locales, nameOfLocale } from "@/server/domain/locales";
import { fieldProblem } from "./field-problem";
import { type RecipientField, recipientFields, recipientGroups } from "./recipient-fields";

interface Props {
  invoice: InvoiceRecord;
  trigger: ReactElement<TriggerProps>;
}

/** Everything about the recipient that a partner may change, at any time. Concurrent changes by others are not overwritten. */
export default function EditRecipient({ invoice, trigger }: Props) {
  const say = useTranslations("invoice");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const queries = useQueryClient();
  const trpc = useTRPC();
  const update = useMutation(trpc.invoice.updateRecipient.mutationOptions());
  const form = useId();
  const { register, handleSubmit, setError, formState, reset } = useForm({
    values: valuesOf(invoice),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = formState;
  const refusal = useRefusal(setError, recipientFields, { fieldOf: fieldOfChannel, focus: false });

  function close() {
    reset();
    refusal.forget();
    setOpen(false);
  }

  const save = handleSubmit((recipient) =>
    update.mutate(
      { invoiceId: invoice.id, version: invoice.recipientVersion, recipient },
      {
        onSuccess: async () => {
          await queries.invalidateQueries();
          setOpen(false);
          toastDone(say("edit.done"));
        },
        onError: (error) => {
          // What is stored now is shown in the fields that were left alone; the reader decides about the others.
          if (refusal.refuse(error) === "changed_meanwhile") void queries.invalidateQueries();
        },
      },
    ),
  );

  const refusedFields = recipientGroups
    .flatMap((group) => group.fields)
    .filter(({ name }) => errors[name])
    .map(({ name }) => ({ fieldId: `${form}-${name}`, label: say(`fields.${name}`) }));

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
          <fieldset key={title} className="grid grid-cols-6 gap-x-4 gap-y-3">
            <legend className="mb-2 text-sm font-semibold">{say(`edit.groups.${title}`)}</legend>
            {fields.map(({ name, width, autoComplete, type }) => (
              <Field
                key={name}
                id={`${form}-${name}`}
                label={say(`fields.${name}`)}
                error={fieldProblem(errors[name])}
                className={`${width} max-sm:col-span-6`}
              >
                {name === "locale" ? (
                  <Select {...register(name)}>
                    {locales.map((locale) => (
                      <option key={locale} value={locale} lang={locale}>
                        {nameOfLocale[locale]}
                      </option>
                    ))}
                  </Select>
                ) : (
                  <Input type={type} autoComplete={autoComplete ?? "off"} {...register(name)} />
                )}
              </Field>
            ))}
          </fieldset>
        ))}
      </FormDialog>
    </>
  );
}

/** A channel that was emptied is named by its code alone: the last way to reach the customer must not go. */
const fieldOfChannel: Partial<Record<string, RecipientField>> = {
  invalid_customer_email: "customerEmail",
  invalid_customer_phone: "customerPhoneNumber",
  invalid_customer_address: "customerAddress1",
};

function valuesOf(invoice: InvoiceRecord): Record<RecipientField, string> {
  return Object.fromEntries(recipientFields.map((name) => [name, invoice[name] ?? ""])) as Record<RecipientField, string>;
}
