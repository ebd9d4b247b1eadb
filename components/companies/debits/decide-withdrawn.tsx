"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import type { WithdrawnDecision } from "@/server/bank/debit-files/decide-withdrawn-file";
import type { ListedDebitFile } from "@/server/bank/debit-files/list-debit-files";

interface Props {
  file: Pick<ListedDebitFile, "id" | "waitingCount">;
  fileName: string;
  decision: WithdrawnDecision;
  trigger: ReactElement<TriggerProps>;
}

/** Asks whether the bank has a withdrawn file that it has named, or collects nothing of it, and records the answer. */
export default function DecideWithdrawn({ file: { id: fileId, waitingCount: count }, fileName, decision, trigger }: Props) {
  const say = useTranslations("debits.decide");
  const queries = useQueryClient();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const decide = useMutation(useTRPC().debits.decideWithdrawn.mutationOptions());
  const isThere = decision === "bank_has_it";

  const confirm = () =>
    decide.mutate(
      { fileId, decision },
      {
        onSuccess: () => {
          setOpen(false);
          toastDone(say(isThere ? "hasDone" : "notDone"));
        },
        onSettled: () => queries.invalidateQueries(),
      },
    );

  return (
    <>
      {opener}
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          decide.reset();
          setOpen(next);
        }}
        title={say(isThere ? "hasTitle" : "notTitle")}
        confirm={say(isThere ? "hasConfirm" : "notConfirm")}
        danger={!isThere}
        onConfirm={confirm}
        busy={decide.isPending && say("busy")}
        error={decide.error && <RefusalText code={failureOf(decide.error).code} />}
      >
        <p className="wrap-anywhere">{fileName}</p>
        <p>{isThere ? say("hasBody") : say("notBody", { count })}</p>
      </ConfirmDialog>
    </>
  );
}
