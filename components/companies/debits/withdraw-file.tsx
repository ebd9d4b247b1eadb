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
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedDebitFile } from "@/server/bank/debit-files/list-debit-files";

interface Props {
  file: ListedDebitFile;
  fileName: string;
  trigger: ReactElement<TriggerProps>;
}

/** Asks whether the bank does not have the file, and withdraws it. */
export default function WithdrawFile({ file: { id, debitsCount, handedOutAt }, fileName, trigger }: Props) {
  const say = useTranslations("debits.withdraw");
  const queries = useQueryClient();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const withdraw = useMutation(useTRPC().debits.withdraw.mutationOptions());

  const confirm = () =>
    withdraw.mutate(
      { fileId: id },
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
          withdraw.reset();
          setOpen(next);
        }}
        title={say("title")}
        confirm={say("confirm")}
        danger
        irreversible={say("final")}
        onConfirm={confirm}
        busy={withdraw.isPending && say("busy")}
        error={withdraw.error && <RefusalText code={failureOf(withdraw.error).code} />}
      >
        <p className="wrap-anywhere">{fileName}</p>
        <p>{say("consequence", { count: debitsCount })}</p>
        {handedOutAt && <p>{say.rich("handedOut", { when: () => <FormattedDate key="when" at={handedOutAt} as="moment" /> })}</p>}
      </ConfirmDialog>
    </>
  );
}
