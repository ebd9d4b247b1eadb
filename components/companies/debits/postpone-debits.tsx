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

interface Props {
  bankAccountId: string;
  /** Number of debits for which no file was made in time. */
  count: number;
  trigger: ReactElement<TriggerProps>;
}

/** Asks whether a later day is to be announced for debits for which no file was made in time. */
export default function PostponeDebits({ bankAccountId, count, trigger }: Props) {
  const say = useTranslations("debits.coming.postpone");
  const queries = useQueryClient();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const postpone = useMutation(useTRPC().debits.postpone.mutationOptions());

  const confirm = () =>
    postpone.mutate(
      { bankAccountId, seenCount: count },
      {
        onSuccess: () => {
          setOpen(false);
          toastDone(say("done"));
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
          postpone.reset();
          setOpen(next);
        }}
        title={say("title", { count })}
        confirm={say("confirm")}
        onConfirm={confirm}
        busy={postpone.isPending && say("busy")}
        error={postpone.error && <RefusalText code={failureOf(postpone.error).code} />}
      >
        <p>{say("consequence")}</p>
      </ConfirmDialog>
    </>
  );
}
