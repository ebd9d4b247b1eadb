"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import { useOutcomeText } from "./use-outcome-text";

/** Sends a test notification to an endpoint, and shows the outcome in a toast. */
export function useSendTest(endpointId: string): { send: () => void; isPending: boolean } {
  const say = useTranslations("endpoints.test");
  const textOf = useFailureText();
  const outcomeOf = useOutcomeText();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation(
    trpc.endpoints.sendTest.mutationOptions({
      onSuccess: ({ status, failure, durationMs }) => {
        const isDelivered = failure === null && status !== null && status >= 200 && status <= 299;
        if (isDelivered) toastDone(say("done", { ms: durationMs }));
        else toastFailed(say("failed", { outcome: outcomeOf(status, failure) }));
        return queries.invalidateQueries(trpc.endpoints.pathFilter());
      },
      onError: (error) => void toastFailed(textOf(failureOf(error).code)),
    }),
  );
  return { send: () => mutate({ endpointId }), isPending };
}
