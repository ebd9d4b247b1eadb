import { useQueryClient } from "@tanstack/react-query";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";

/**
 * Returns a function for the callbacks of a mutation on a refund file. They show the given words when it succeeds, or the reason if it is
 * refused, and load everything again.
 */
export function useActOutcome() {
  const textOf = useFailureText();
  const queries = useQueryClient();
  return (words: string) => ({
    onSuccess: () => void toastDone(words),
    onError: (error: unknown) => void toastFailed(textOf(failureOf(error).code)),
    onSettled: () => void queries.invalidateQueries(),
  });
}
