"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { fieldProblem } from "@/components/invoices/record/field-problem";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { importHref } from "./imports-address";

interface Props {
  /** Id of the company that the dialog suggests; null if no company is selected. */
  companyId: string | null;
  trigger: ReactElement<TriggerProps>;
}

/** Dialog that creates an empty import, to which people or the partner's system then add invoices. */
export default function CreateImport({ companyId, trigger }: Props) {
  const say = useTranslations("imports");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const router = useRouter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: companies = [] } = useQuery(trpc.companies.names.queryOptions());
  const create = useMutation(trpc.imports.create.mutationOptions());
  // The only company is suggested, even if it is not selected.
  const suggested = companyId ?? (companies.length === 1 ? companies[0]?.id : undefined) ?? "";
  const { register, handleSubmit, setError, formState, reset } = useForm({
    values: { companyId: suggested, title: "", expectedInvoicesCount: "" },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = formState;
  const refusal = useRefusal(setError, ["companyId", "title", "expectedInvoicesCount"], { fieldOf: { invalid_company_id: "companyId" } });

  function close() {
    reset(undefined, { keepDirtyValues: false });
    refusal.forget();
    setOpen(false);
  }

  const save = handleSubmit((given) =>
    create.mutate(given, {
      onSuccess: ({ id, title }) => {
        void queries.invalidateQueries(trpc.imports.list.queryFilter());
        toastDone(say("create.done", { title }));
        router.push(importHref(id));
      },
      onError: refusal.show,
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
        {refusal.code && <Refusal key={create.submittedAt} code={refusal.code} />}
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
