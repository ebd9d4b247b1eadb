"use client";

import { useTranslations } from "next-intl";
import type { FieldErrors, UseFormRegister, UseFormSetError } from "react-hook-form";
import { useRefusal } from "@/components/failures/use-refusal";
import { fieldProblem } from "@/components/invoices/record/field-problem";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field, FieldGroup } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Radio } from "@/components/ui/form/radio";
import type { Endpoint } from "@/server/notifications/endpoint";

export type EndpointForm = Pick<Endpoint, "url" | "description" | "pacing" | "namesMandates">;

interface Props {
  register: UseFormRegister<EndpointForm>;
  errors: FieldErrors<EndpointForm>;
}

/** Fields of an endpoint. */
export function EndpointFormFields({ register, errors }: Props) {
  const say = useTranslations("endpoints.fields");
  return (
    <>
      <Field label={say("url")} hint={say("urlHint")} error={fieldProblem(errors.url)}>
        <Input type="url" inputMode="url" autoComplete="off" spellCheck={false} {...register("url")} />
      </Field>
      <Field label={say("description")} hint={say("descriptionHint")} error={fieldProblem(errors.description)}>
        <Input autoComplete="off" {...register("description")} />
      </Field>
      <FieldGroup label={say("pacing")}>
        <Radio value="real_time" label={say("realTime")} hint={say("realTimeHint")} {...register("pacing")} />
        <Radio value="batching" label={say("batching")} hint={say("batchingHint")} {...register("pacing")} />
      </FieldGroup>
      <Checkbox label={say("namesMandates")} hint={say("namesMandatesHint")} {...register("namesMandates")} />
    </>
  );
}

/** Field to which each code belongs. */
const fieldOf = { invalid_url: "url", url_not_public: "url", invalid_description: "description" } as const;

export function useEndpointRefusal(setError: UseFormSetError<EndpointForm>) {
  return useRefusal(setError, ["url", "description"], { fieldOf });
}
