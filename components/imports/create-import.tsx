"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { failureOf, useFailureText } from "../failure";
import { fieldProblem } from "../invoice/field-problem";
import { Refusal } from "../refusal";
import { useTRPC } from "../trpc";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { Input } from "../ui/input";
import type { TriggerProps } from "../ui/on-demand";
import { Select } from "../ui/select";
import { toastDone } from "../ui/toast";
import { useOpenTrigger } from "../ui/use-open-trigger";
import { importHref } from "./imports-address";

interface Props {
  /** Of the company that the reader looks at, which is proposed. */
  companyId: string | null;
  trigger: ReactElement<TriggerProps>;
}

const fields = ["companyId", "title", "expectedInvoicesCount"] as const;

/** An empty import, which is filled over the interface. */
export default function CreateImport({ companyId, trigger }: Props) {
  const say = useTranslations("imports");
  const textOf = useFailureText();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const router = useRouter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: companies = [] } = useQuery(trpc.companies.names.queryOptions());
  const create = useMutation(trpc.imports.create.mutationOptions());
  const [refusal, setRefusal] = useState<string>();
  const proposed = companyId ?? (companies.length === 1 ? companies[0]?.id : undefined) ?? "";
  const { register, handleSubmit, setError, formState, reset } = useForm({
    values: { companyId: proposed, title: "", expectedInvoicesCount: "" },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = formState;

  function close() {
    reset();
    setRefusal(undefined);
    setOpen(false);
  }

  const save = handleSubmit((given) =>
    create.mutate(given, {
      onSuccess: ({ id, title }) => {
        void queries.invalidateQueries(trpc.imports.list.queryFilter());
        toastDone(say("create.done", { title }));
        router.push(importHref(id));
      },
      onError: (error) => {
        const failure = failureOf(error);
        const refused = failure.code === "invalid_company_id" ? { companyId: failure.code } : failure.fields;
        const named = fields.filter((name) => name in refused);
        for (const name of named.toReversed()) {
          const reason = refused[name] ?? failure.code;
          setError(name, { type: reason, message: textOf(reason) }, { shouldFocus: true });
        }
        setRefusal(named.length > 0 ? undefined : failure.code);
      },
    }),
  );

  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        title={say("create.title")}
        onSubmit={save}
        isDirty={isDirty && !create.isSuccess}
        confirm={say("create.confirm")}
        busy={create.isPending && say("create.busy")}
      >
        {refusal && <Refusal key={create.submittedAt} code={refusal} />}
        <Field label={say("fields.company")} hint={say("create.companyHint")} error={fieldProblem(errors.companyId)}>
          <Select {...register("companyId")}>
            <option value="">{say("create.chooseCompany")}</option>
            {companies.map(({ id, name, currency }) => (
              <option key={id} value={id}>
                {say("create.companyInCurrency", { name, currency })}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={say("fields.title")} hint={say("create.titleHint")} error={fieldProblem(errors.title)}>
          <Input autoComplete="off" {...register("title")} />
        </Field>
        <Field label={say("fields.expected")} hint={say("fields.expectedHint")} error={fieldProblem(errors.expectedInvoicesCount)}>
          <Input inputMode="numeric" autoComplete="off" className="max-w-40" {...register("expectedInvoicesCount")} />
        </Field>
      </FormDialog>
    </>
  );
}
