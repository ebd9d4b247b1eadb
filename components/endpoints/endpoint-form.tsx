"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldErrors, UseFormRegister, UseFormSetError } from "react-hook-form";
import type { Endpoint } from "@/server/notifications/endpoint";
import { failureOf, useFailureText } from "../failure";
import { fieldProblem } from "../invoice/field-problem";
import { Field, FieldGroup } from "../ui/field";
import { Input } from "../ui/input";
import { Radio } from "../ui/radio";

export type EndpointForm = Pick<Endpoint, "url" | "description" | "pacing">;

interface Props {
  register: UseFormRegister<EndpointForm>;
  errors: FieldErrors<EndpointForm>;
}

/** What an endpoint is made of. */
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
    </>
  );
}

/** Which field each code is about, where it is about one. */
const fieldOf: Record<string, keyof EndpointForm> = {
  invalid_url: "url",
  url_not_public: "url",
  invalid_description: "description",
};

/** Shows a refusal at its field; what belongs to none is answered as `code`. */
export function useEndpointRefusal(setError: UseFormSetError<EndpointForm>) {
  const textOf = useFailureText();
  const [code, setCode] = useState<string>();
  return {
    code,
    forget: () => setCode(undefined),
    refuse: (error: unknown) => {
      const failure = failureOf(error);
      const [reason = failure.code] = Object.values(failure.fields);
      const field = fieldOf[reason];
      if (field) setError(field, { type: reason, message: textOf(reason) }, { shouldFocus: true });
      setCode(field ? undefined : reason);
    },
  };
}
