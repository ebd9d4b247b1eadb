"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { Amount } from "@/components/ui/text/amount";
import type { ListedDebit } from "@/server/bank/debit-files/list-debits-of-file";
import { ActDialog } from "./act-dialog";

interface Props {
  debit: ListedDebit;
  trigger: ReactElement<TriggerProps>;
}

/** Asks whether the bank did not collect a debit, and ends it. */
export default function EndDebit({ debit: { id, holder, amountCents, invoices }, trigger }: Props) {
  const say = useTranslations("debits.end");
  return (
    <ActDialog
      trigger={trigger}
      act={useMutation(useTRPC().debits.end.mutationOptions())}
      input={{ debitId: id }}
      title={say("title")}
      confirm={say("confirm")}
      danger
      irreversible={say("final")}
      busy={say("busy")}
      done={say("done")}
    >
      <p className="wrap-anywhere">
        {holder} · <Amount cents={amountCents} currency="EUR" />
      </p>
      <p>{say("consequence", { count: invoices.length })}</p>
      <p>{say("money")}</p>
    </ActDialog>
  );
}
