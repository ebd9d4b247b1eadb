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
import { useRegion } from "@/components/ui/text/region";
import { formatAmount } from "@/server/domain/formats/money";
import { readAmount } from "@/server/domain/formats/read-amount";
import { WaitingLimit } from "./waiting-limit";

/** Form for the limit above which a second person must approve. Empty: no limit, and nobody must approve. */
export function SecondPersonRule() {
  const say = useTranslations("settings.members");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const region = useRegion();
  const asTyped = (cents: number | null) => (cents === null ? "" : formatAmount(cents, region));
  const { data: rule } = useSuspenseQuery(trpc.proposals.rule.queryOptions());
  const { register, handleSubmit, setError, formState, reset } = useForm({ values: { aboveCents: asTyped(rule.aboveCents) } });
  const refusal = useRefusal(setError, ["aboveCents"]);
  const set = useMutation(trpc.proposals.setRule.mutationOptions());

  const save = handleSubmit(({ aboveCents }) =>
    set.mutate(
      // Text that is not an amount is refused in the same way as an amount out of range.
      { aboveCents: aboveCents.trim() === "" ? null : (readAmount(aboveCents) ?? OUT_OF_RANGE) },
      {
        onSuccess: async (outcome) => {
          refusal.forget();
          // The field shows the limit in force; a waiting one is shown below.
          reset({ aboveCents: outcome === "waits" ? asTyped(rule.aboveCents) : aboveCents });
          await queries.invalidateQueries(trpc.proposals.rule.queryFilter());
          toastDone(say(outcome === "waits" ? "limitSaved" : "secondPersonSaved"));
        },
        onError: refusal.show,
      },
    ),
  );

  return (
    <form noValidate onSubmit={save} className="grid max-w-112 gap-2">
      {refusal.code && <Refusal key={set.submittedAt} code={refusal.code} />}
      <Field label={say("secondPerson")} hint={say("secondPersonHint")} error={formState.errors.aboveCents}>
        <Input inputMode="decimal" autoComplete="off" {...register("aboveCents")} />
      </Field>
      {rule.waiting && <WaitingLimit waiting={rule.waiting} />}
      <div>
        <Button type="submit" size="sm" busy={set.isPending && say("secondPersonSaving")} disabled={!formState.isDirty}>
          {say("secondPersonSave")}
        </Button>
      </div>
    </form>
  );
}

const OUT_OF_RANGE = -1;
