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

/** Answer to a bank that refuses debits: they are planned again, or end. */
export type RefusedDecision = "withdraw" | "end";

interface Props {
  fileId: string;
  fileName: string;
  /** Number of refused debits that the person sees. */
  count: number;
  decision: RefusedDecision;
  trigger: ReactElement<TriggerProps>;
}

/** Confirms that the debits of a file that the bank refuses are planned again, or end. */
export default function DecideRefused({ fileId, fileName, count, decision, trigger }: Props) {
  const say = useTranslations("debits.refused");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const withdraw = useMutation(trpc.debits.withdraw.mutationOptions());
  const end = useMutation(trpc.debits.endRefused.mutationOptions());
  const isEnd = decision === "end";
  const { isPending, error, reset } = isEnd ? end : withdraw;

  const outcome = {
    onSuccess: () => {
      setOpen(false);
      toastDone(say(isEnd ? "endDone" : "withdrawDone"));
    },
    onSettled: () => queries.invalidateQueries(),
  };
  const confirm = () => (isEnd ? end : withdraw).mutate({ fileId, seenCount: count }, outcome);

  return (
    <>
      {opener}
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          reset();
          setOpen(next);
        }}
        title={say(isEnd ? "endTitle" : "withdrawTitle")}
        confirm={say(isEnd ? "endConfirm" : "withdrawConfirm")}
        danger={isEnd}
        irreversible={say("final")}
        onConfirm={confirm}
        busy={isPending && say("busy")}
        error={error && <RefusalText code={failureOf(error).code} />}
      >
        <p className="wrap-anywhere">{fileName}</p>
        <p>{say(isEnd ? "endBody" : "withdrawBody", { count })}</p>
      </ConfirmDialog>
    </>
  );
}
