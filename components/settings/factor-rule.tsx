"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Checkbox } from "@/components/ui/form/checkbox";

/** Whether all of the partner's people need a second factor, not its administrators alone. */
export function FactorRule() {
  const say = useTranslations("settings.members");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: rule } = useSuspenseQuery(trpc.people.factorRule.queryOptions());
  const [isForAll, setForAll] = useState(rule.isForAll);
  const set = useMutation(
    trpc.people.setFactorRule.mutationOptions({
      onError: () => setForAll(rule.isForAll),
      onSettled: () => queries.invalidateQueries(trpc.people.factorRule.queryFilter()),
    }),
  );

  function change(wanted: boolean) {
    setForAll(wanted);
    set.mutate({ isForAll: wanted });
  }

  return (
    <div className="grid max-w-112 gap-2">
      {set.error && <Refusal key={set.submittedAt} code={failureOf(set.error).code} />}
      <Checkbox checked={isForAll} onChange={(event) => change(event.target.checked)} label={say("rule")} hint={say("ruleHint")} />
    </div>
  );
}
