import { useQueryClient } from "@tanstack/react-query";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import { failureOf, useFailureText } from "./failure";

/**
 * Returns a function for the callbacks of a mutation. They show the given words when it succeeds, or the reason if it is refused, and load
 * again what `reload` names, by default everything.
 */
export function useActOutcome(reload?: () => Promise<unknown>) {
  const textOf = useFailureText();
  const queries = useQueryClient();
  return (done: string) => ({
    onSuccess: () => void toastDone(done),
    onError: (error: unknown) => void toastFailed(textOf(failureOf(error).code)),
    onSettled: () => (reload ? reload() : queries.invalidateQueries()),
  });
}
