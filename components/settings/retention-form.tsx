"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { toastDone } from "@/components/ui/overlay/toast";
import { readMonths } from "./read-months";

/** Form for the number of months for which customers' data is kept. Empty: data is erased only on request. */
export function RetentionForm() {
  const say = useTranslations("settings.data");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: retention } = useSuspenseQuery(trpc.companies.retention.queryOptions());
  const { register, handleSubmit, setError, formState, reset } = useForm({ values: { months: retention.months?.toString() ?? "" } });
  const refusal = useRefusal(setError, ["months"]);
  const set = useMutation(trpc.companies.setRetention.mutationOptions());

  const save = handleSubmit(({ months }) =>
    set.mutate(
      { months: readMonths(months) },
      {
        onSuccess: async () => {
          refusal.forget();
          reset({ months });
          await queries.invalidateQueries(trpc.companies.retention.queryFilter());
          toastDone(say("saved"));
        },
        onError: refusal.show,
      },
    ),
  );

  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      {refusal.code && <Refusal key={set.submittedAt} code={refusal.code} />}
      <Field label={say("months")} hint={say("monthsHint")} error={formState.errors.months}>
        <Input inputMode="numeric" autoComplete="off" {...register("months")} />
      </Field>
      <div>
        <Button type="submit" busy={set.isPending && say("saving")} disabled={!formState.isDirty}>
          {say("save")}
        </Button>
      </div>
    </form>
  );
}
