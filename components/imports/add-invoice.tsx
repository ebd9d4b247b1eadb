"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useId, useState } from "react";
import { useFieldArray, useForm, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { type FieldOnPage, type RecipientField, recipientFields, recipientGroups } from "@/components/invoices/record/recipient-fields";
import { RecipientFieldset } from "@/components/invoices/record/recipient-fieldset";
import { Button } from "@/components/ui/form/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field } from "@/components/ui/form/field";
import { IconButton } from "@/components/ui/form/icon-button";
import { Input } from "@/components/ui/form/input";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import type { ImportDescription } from "@/server/billing/imports/import";
import type { Locale } from "@/server/domain/formats/locales";
import { readAmount } from "@/server/domain/formats/read-amount";

interface Props {
  record: ImportDescription;
  trigger: ReactElement<TriggerProps>;
}

type Values = Record<RecipientField, string> & { lines: { description: string; amount: string }[]; another: boolean };

/** Maximum number of lines of an invoice. */
const MOST_LINES = 100;
const emptyLine = { description: "", amount: "" };

/** Fields that most invoices need; the others can be filled in on the invoice's page. */
const shownFields: readonly RecipientField[] = [
  "externalInvoiceNumber",
  "reference",
  "customerFirstName",
  "customerInfix",
  "customerLastName",
  "customerOrganization",
  "locale",
  "customerEmail",
  "customerPhoneCountryCode",
  "customerPhoneNumber",
];
/** Returns the shown fields of a group. */
const fieldsOf = (title: (typeof recipientGroups)[number]["title"]): FieldOnPage[] =>
  recipientGroups.find((group) => group.title === title)?.fields.filter(({ name }) => shownFields.includes(name)) ?? [];

/**
 * Form that adds one invoice with its lines to an import that is not transmitted. Each further invoice gets a new form, so that nothing of
 * the previous one remains.
 */
export default function AddInvoice({ record, trigger }: Props) {
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const [addedCount, setAddedCount] = useState(0);
  const { data: company } = useQuery(useTRPC().companies.get.queryOptions({ companyId: record.companyId }, { enabled: open }));

  function onAdded(addsAnother: boolean) {
    setAddedCount(addedCount + 1);
    setOpen(addsAnother);
  }

  return (
    <>
      {opener}
      {open && company && (
        <AddForm
          key={addedCount}
          record={record}
          locale={company.locale}
          isNext={addedCount > 0}
          onAdded={onAdded}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface FormProps extends Pick<Props, "record"> {
  /** Suggested language of the customer. */
  locale: Locale;
  /** Whether an invoice was added with this dialog before, so that another probably follows. */
  isNext: boolean;
  /** `addsAnother`: whether the reader wants to add another invoice. */
  onAdded: (addsAnother: boolean) => void;
  onClose: () => void;
}

function AddForm({ record, locale, isNext, onAdded, onClose }: FormProps) {
  const say = useTranslations("imports.add");
  const sayGroup = useTranslations("invoice.edit.groups");
  const form = useId();
  const queries = useQueryClient();
  const add = useMutation(useTRPC().imports.addInvoice.mutationOptions());
  const emptyRecipient = Object.fromEntries(recipientFields.map((name) => [name, ""])) as Record<RecipientField, string>;
  const { register, handleSubmit, setError, formState, control } = useForm<Values>({
    defaultValues: { ...emptyRecipient, locale, lines: [emptyLine], another: isNext },
  });
  const { errors, isDirty } = formState;
  const { fields, append, remove } = useFieldArray({ control, name: "lines" });
  const refusal = useRefusal(setError, recipientFields);

  const save = handleSubmit(({ lines, another, ...recipient }) => {
    const readLines = lines.map(({ description, amount }) => ({
      description: description.trim(),
      amountCents: readAmount(amount, record.currency),
    }));
    for (const [index, { description, amountCents }] of readLines.entries()) {
      if (amountCents === undefined) setError(`lines.${index}.amount`, { message: say("notAnAmount") }, { shouldFocus: true });
      if (!description) setError(`lines.${index}.description`, { message: say("noDescription") }, { shouldFocus: true });
    }
    const completeLines = readLines.flatMap(({ description, amountCents }) =>
      description && amountCents !== undefined ? [{ description, amountCents }] : [],
    );
    if (completeLines.length < readLines.length) return;
    add.mutate(
      { importId: record.id, recipient, lines: completeLines },
      {
        onSuccess: async ({ invoiceNumber }) => {
          await queries.invalidateQueries();
          toastDone(say("done", { number: invoiceNumber }));
          onAdded(another);
        },
        onError: refusal.show,
      },
    );
  });

  return (
    <FormDialog
      open
      onClose={onClose}
      title={say("title")}
      onSubmit={save}
      wide
      isDirty={isDirty}
      confirm={say("confirm")}
      busy={add.isPending && say("busy")}
    >
      {refusal.code && <Refusal key={add.submittedAt} code={refusal.code} />}
      {(["numbers", "name", "contact"] as const).map((title) => (
        <RecipientFieldset
          key={title}
          form={form}
          title={sayGroup(title === "contact" ? "contactOnly" : title)}
          fields={fieldsOf(title)}
          register={register}
          errors={errors}
        />
      ))}
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">{say("lines")}</legend>
        {fields.map(({ id }, index) => (
          <div key={id} className="grid grid-cols-[minmax(0,1fr)_8rem_2rem] items-start gap-x-3">
            <Field label={say("description", { number: index + 1 })} error={errors.lines?.[index]?.description}>
              <Input autoComplete="off" maxLength={2_000} {...register(`lines.${index}.description`)} />
            </Field>
            <Field label={say("amount", { currency: record.currency })} error={errors.lines?.[index]?.amount}>
              <Input inputMode="decimal" autoComplete="off" className="text-right" {...register(`lines.${index}.amount`)} />
            </Field>
            {fields.length > 1 && (
              <IconButton className="mt-6" variant="quiet" name={say("removeLine", { number: index + 1 })} onClick={() => remove(index)}>
                <Trash2 />
              </IconButton>
            )}
          </div>
        ))}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button size="sm" disabled={fields.length >= MOST_LINES} onClick={() => append(emptyLine)}>
            <Plus aria-hidden="true" />
            {say("addLine")}
          </Button>
          <Sum control={control} currency={record.currency} />
        </div>
      </fieldset>
      <Checkbox label={say("another")} {...register("another")} />
    </FormDialog>
  );
}

/** Sum of the lines whose amounts can be read. */
function Sum({ control, currency }: { control: ReturnType<typeof useForm<Values>>["control"]; currency: string }) {
  const say = useTranslations("imports.add");
  const lines = useWatch({ control, name: "lines" });
  const cents = lines.reduce((sum, { amount }) => sum + (readAmount(amount, currency) ?? 0), 0);
  return (
    <p className="flex items-baseline gap-3 text-sm">
      {say("total", { currency })}
      <Total>
        <Amount cents={cents} />
      </Total>
    </p>
  );
}
