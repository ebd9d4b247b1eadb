"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { SavedCheckbox } from "./saved-checkbox";

/** Whether all of the partner's people need a second factor, and not only administrators. */
export function FactorRule() {
  const say = useTranslations("settings.members");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: rule } = useSuspenseQuery(trpc.people.factorRule.queryOptions());
  const refresh = () => queries.invalidateQueries(trpc.people.factorRule.queryFilter());
  const set = useMutation(trpc.people.setFactorRule.mutationOptions({ onSettled: refresh }));
  return (
    <SavedCheckbox
      isOn={rule.isForAll}
      save={(isForAll) => set.mutateAsync({ isForAll })}
      label={say("rule")}
      hint={say(rule.isEnforced ? "ruleHint" : "ruleHintHere")}
    />
  );
}
