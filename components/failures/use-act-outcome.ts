import { useQueryClient } from "@tanstack/react-query";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import { failureOf, useFailureText } from "./failure";

/**
 * Returns a function that makes the callbacks of a mutation. They show the words `done` when the mutation succeeds, or the reason if it is
 * refused. In both cases they then load the page's data again by `reload`, by default all of it.
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
