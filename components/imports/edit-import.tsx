"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import type { ImportDescription } from "@/server/imports/import";
import { failureOf, useFailureText } from "../failure";
import { fieldProblem } from "../invoice/field-problem";
import { Refusal } from "../refusal";
import { useTRPC } from "../trpc";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { Input } from "../ui/input";
import type { TriggerProps } from "../ui/on-demand";
import { toastDone } from "../ui/toast";
import { useOpenTrigger } from "../ui/use-open-trigger";

interface Props {
  record: ImportDescription;
  trigger: ReactElement<TriggerProps>;
}

const fields = ["title", "expectedInvoicesCount"] as const;

/** What an import is called and how many invoices are awaited. What somebody else changed meanwhile is not overwritten. */
export default function EditImport({ record, trigger }: Props) {
  const say = useTranslations("imports");
  const textOf = useFailureText();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const queries = useQueryClient();
  const update = useMutation(useTRPC().imports.update.mutationOptions());
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, setError, formState, reset } = useForm({
    values: { title: record.title, expectedInvoicesCount: record.expectedInvoicesCount?.toString() ?? "" },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = formState;

  function close() {
    reset();
    setRefusal(undefined);
    setOpen(false);
  }

  const save = handleSubmit((given) =>
    update.mutate(
      { importId: record.id, version: record.version, ...given },
      {
        onSuccess: async () => {
          await queries.invalidateQueries();
          setRefusal(undefined);
          setOpen(false);
          toastDone(say("edit.done"));
        },
        onError: (error) => {
          const failure = failureOf(error);
          const named = fields.filter((name) => name in failure.fields);
          for (const name of named.toReversed()) {
            const reason = failure.fields[name] ?? failure.code;
            setError(name, { type: reason, message: textOf(reason) }, { shouldFocus: true });
          }
          setRefusal(named.length > 0 ? undefined : failure.code);
          // What is stored now is shown in the fields that were left alone; the reader decides about the others.
          if (failure.code === "changed_meanwhile") void queries.invalidateQueries();
        },
      },
    ),
  );

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
        {refusal && <Refusal key={update.submittedAt} code={refusal} />}
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
