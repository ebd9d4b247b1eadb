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
import { Amount } from "@/components/ui/text/amount";
import type { ListedDebit } from "@/server/bank/debit-files/list-debits-of-file";

interface Props {
  debit: ListedDebit;
  trigger: ReactElement<TriggerProps>;
}

/** Asks whether the bank did not collect a debit, and ends it. */
export default function EndDebit({ debit: { id, holder, amountCents, invoices }, trigger }: Props) {
  const say = useTranslations("debits.end");
  const queries = useQueryClient();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const end = useMutation(useTRPC().debits.end.mutationOptions());

  const confirm = () =>
    end.mutate(
      { debitId: id },
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
          end.reset();
          setOpen(next);
        }}
        title={say("title")}
        confirm={say("confirm")}
        danger
        irreversible={say("final")}
        onConfirm={confirm}
        busy={end.isPending && say("busy")}
        error={end.error && <RefusalText code={failureOf(end.error).code} />}
      >
        <p className="wrap-anywhere">
          {holder} · <Amount cents={amountCents} />
        </p>
        <p>{say("consequence", { count: invoices.length })}</p>
        <p>{say("money")}</p>
      </ConfirmDialog>
    </>
  );
}
