"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { toastFailed } from "@/components/ui/overlay/toast";
import type { ImportDescription } from "@/server/billing/imports/import";

type Props = { record: Pick<ImportDescription, "id" | "version" | "contents" | "expectedInvoicesCount"> };

/** Sets the expected number of invoices to the current number, so that the import can be transmitted. */
export function ExpectFewer({ record: { id, version, contents, expectedInvoicesCount } }: Props) {
  const say = useTranslations("imports.checks");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const update = useMutation(
    useTRPC().imports.update.mutationOptions({
      onError: (error) => toastFailed(textOf(failureOf(error).code)),
      onSettled: () => queries.invalidateQueries(),
    }),
  );
  const count = contents.invoicesCount;
  return (
    <Button
      size="sm"
      busy={update.isPending && say("changingExpected")}
      onClick={() => update.mutate({ importId: id, version, expectedInvoicesCount: String(count) })}
    >
      {say("changeExpected", { expected: expectedInvoicesCount ?? 0, count })}
    </Button>
  );
}
