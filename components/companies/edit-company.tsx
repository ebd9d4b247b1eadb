"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useId } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useEditDialog } from "@/components/failures/use-edit-dialog";
import { useRefusal } from "@/components/failures/use-refusal";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";
import { asCompany, companyFields, formOf } from "./company-fields";
import { CompanyFormFields } from "./company-form";

interface Props {
  company: CompanyDescription;
  trigger: ReactElement<TriggerProps>;
}

/** Dialog for all fields of a company. Changes that others make meanwhile are not overwritten unseen. */
export default function EditCompany({ company, trigger }: Props) {
  const say = useTranslations("companies.edit");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const update = useMutation(useTRPC().companies.update.mutationOptions());
  const id = useId();
  const values = formOf(company);
  const { register, handleSubmit, setError, formState, reset } = useForm({
    values,
    // When newer values arrive, fields that the reader has edited keep theirs.
    resetOptions: { keepDirtyValues: true, keepDirty: true },
  });
  const { errors, isDirty } = formState;
  const refusal = useRefusal(setError, companyFields, { focus: false });

  const { version, close, callbacks } = useEditDialog({ stored: company.version, isDirty, reset, refusal, setOpen, done: say("done") });

  const save = handleSubmit((given) => update.mutate({ companyId: company.id, version, ...asCompany(given) }, callbacks));

  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        title={say("title")}
        onSubmit={save}
        wide
        isDirty={isDirty}
        confirm={say("confirm")}
        busy={update.isPending && say("busy")}
      >
        <CompanyFormFields
          id={id}
          register={register}
          errors={errors}
          values={values}
          refusal={refusal.code && <Refusal key={update.submittedAt} code={refusal.code} />}
        />
      </FormDialog>
    </>
  );
}
