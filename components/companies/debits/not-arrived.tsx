"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { Amount } from "@/components/ui/text/amount";
import type { ListedComing } from "@/server/bank/debit-files/list-coming";
import { ActDialog } from "./act-dialog";

interface Props {
  debit: Pick<ListedComing, "id" | "holder" | "amountCents">;
  trigger: ReactElement<TriggerProps>;
}

/** Asks whether the announcement of a debit did not arrive, and takes its invoices out. */
export default function NotArrived({ debit: { id, holder, amountCents }, trigger }: Props) {
  const say = useTranslations("debits.notArrived");
  return (
    <ActDialog
      trigger={trigger}
      act={useMutation(useTRPC().debits.markNotArrived.mutationOptions())}
      input={{ debitId: id }}
      title={say("title")}
      confirm={say("confirm")}
      busy={say("busy")}
      done={say("done")}
    >
      <p className="wrap-anywhere">
        {holder} · <Amount cents={amountCents} currency="EUR" />
      </p>
      <p>{say("consequence")}</p>
    </ActDialog>
  );
}
