"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";

/** Pauses and resumes notifications to an endpoint, with a toast about the outcome. */
export function useEndpointSwitch(endpointId: string): { pause: () => void; resume: () => void; isPending: boolean } {
  const say = useTranslations("endpoints");
  const ui = useTranslations("ui");
  const textOf = useFailureText();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries(trpc.endpoints.pathFilter());
  const onError = (error: unknown) => void toastFailed(textOf(failureOf(error).code));
  const resume = useMutation(
    trpc.endpoints.resume.mutationOptions({
      onSuccess: () => {
        toastDone(say("resume.done"));
        return refresh();
      },
      onError,
    }),
  );
  const pause = useMutation(
    trpc.endpoints.pause.mutationOptions({
      onSuccess: () => {
        toastDone(say("pause.done"), { label: ui("undo"), onAct: () => resume.mutate({ endpointId }) });
        return refresh();
      },
      onError,
    }),
  );
  return {
    pause: () => pause.mutate({ endpointId }),
    resume: () => resume.mutate({ endpointId }),
    isPending: pause.isPending || resume.isPending,
  };
}
