"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { SavedCheckbox } from "@/components/settings/saved-checkbox";

/** Setting: whether the partner's keys are accepted only in the header, and no longer in the URL. */
export function HeaderOnlySetting() {
  const say = useTranslations("developers");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: rule } = useSuspenseQuery(trpc.keys.queryRule.queryOptions());
  const refresh = () => queries.invalidateQueries(trpc.keys.queryRule.queryFilter());
  const set = useMutation(trpc.keys.setQueryRule.mutationOptions({ onSettled: refresh }));
  return (
    <SavedCheckbox
      isOn={rule.inHeaderOnly}
      save={(inHeaderOnly) => set.mutateAsync({ inHeaderOnly })}
      label={say("inHeaderOnly")}
      hint={say("inHeaderOnlyHint")}
    />
  );
}
