"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactElement, useId } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { asCompany, companyFields, emptyCompany } from "./company-fields";
import { CompanyFormFields } from "./company-form";

/** Dialog for a new company, with all fields that a company has in `/api/v2`. */
export default function CreateCompany({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("companies.create");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const router = useRouter();
  const queries = useQueryClient();
  const create = useMutation(useTRPC().companies.create.mutationOptions());
  const id = useId();
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: emptyCompany });
  const { errors, isDirty } = formState;
  const refusal = useRefusal(setError, companyFields, { focus: false });

  function close() {
    reset();
    refusal.forget();
    setOpen(false);
  }

  const save = handleSubmit((given) =>
    create.mutate(asCompany(given), {
      onSuccess: (company) => {
        void queries.invalidateQueries();
        toastDone(say("done", { name: company.name }));
        router.push(`/companies/${company.id}`);
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
        title={say("title")}
        onSubmit={save}
        wide
        isDirty={isDirty && !create.isSuccess}
        confirm={say("confirm")}
        busy={create.isPending && say("busy")}
      >
        <CompanyFormFields
          id={id}
          register={register}
          errors={errors}
          values={emptyCompany}
          refusal={refusal.code && <Refusal key={create.submittedAt} code={refusal.code} />}
        />
      </FormDialog>
    </>
  );
}
