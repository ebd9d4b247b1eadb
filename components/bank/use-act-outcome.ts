import { useQueryClient } from "@tanstack/react-query";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";

/** Returns the options of an act on a refund file: says these words when it is done or why it was refused, and loads everything again. */
export function useActOutcome() {
  const textOf = useFailureText();
  const queries = useQueryClient();
  return (words: string) => ({
    onSuccess: () => void toastDone(words),
    onError: (error: unknown) => void toastFailed(textOf(failureOf(error).code)),
    onSettled: () => void queries.invalidateQueries(),
  });
}
