"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useEditDialog } from "@/components/failures/use-edit-dialog";
import { useRefusal } from "@/components/failures/use-refusal";
import { fieldProblem } from "@/components/invoices/record/field-problem";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import type { ImportDescription } from "@/server/billing/imports/import";

interface Props {
  record: ImportDescription;
  trigger: ReactElement<TriggerProps>;
}

/** Dialog for an import's title and expected number of invoices. Changes that others make meanwhile are not overwritten unseen. */
export default function EditImport({ record, trigger }: Props) {
  const say = useTranslations("imports");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const update = useMutation(useTRPC().imports.update.mutationOptions());
  const { register, handleSubmit, setError, formState, reset } = useForm({
    values: { title: record.title, expectedInvoicesCount: record.expectedInvoicesCount?.toString() ?? "" },
    // When newer values arrive, fields that the reader has edited keep theirs.
    resetOptions: { keepDirtyValues: true, keepDirty: true },
  });
  const { errors, isDirty } = formState;
  const refusal = useRefusal(setError, ["title", "expectedInvoicesCount"]);

  const { version, close, callbacks } = useEditDialog({ stored: record.version, isDirty, reset, refusal, setOpen, done: say("edit.done") });

  const save = handleSubmit((given) => update.mutate({ importId: record.id, version, ...given }, callbacks));

  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        title={say("edit.title")}
        onSubmit={save}
        isDirty={isDirty}
        confirm={say("edit.confirm")}
        busy={update.isPending && say("edit.busy")}
      >
        {refusal.code && <Refusal key={update.submittedAt} code={refusal.code} />}
        <Field label={say("fields.title")} error={fieldProblem(errors.title)}>
          <Input autoComplete="off" {...register("title")} />
        </Field>
        <Field label={say("fields.expected")} hint={say("fields.expectedHint")} error={fieldProblem(errors.expectedInvoicesCount)}>
          <Input inputMode="numeric" autoComplete="off" className="max-w-40" {...register("expectedInvoicesCount")} />
        </Field>
      </FormDialog>
    </>
  );
}
