"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import type { WithdrawnDecision } from "@/server/bank/debit-files/decide-withdrawn-file";
import type { ListedDebitFile } from "@/server/bank/debit-files/list-debit-files";
import { ActDialog } from "./act-dialog";

interface Props {
  file: Pick<ListedDebitFile, "id" | "waitingCount" | "newer">;
  fileName: string;
  decision: WithdrawnDecision;
  trigger: ReactElement<TriggerProps>;
}

/** Confirms and records one decision about a withdrawn file that the bank has named: the bank has it, or collects nothing of it. */
export default function DecideWithdrawn({ file: { id: fileId, waitingCount: count, newer }, fileName, decision, trigger }: Props) {
  const say = useTranslations("debits.decide");
  const isThere = decision === "bank_has_it";
  return (
    <ActDialog
      trigger={trigger}
      act={useMutation(useTRPC().debits.decideWithdrawn.mutationOptions())}
      input={{ fileId, decision }}
      title={say(isThere ? "hasTitle" : "notTitle")}
      confirm={say(isThere ? "hasConfirm" : "notConfirm")}
      danger={!isThere}
      busy={say("busy")}
      done={say(isThere ? "hasDone" : newer ? "notNewerDone" : "notDone")}
    >
      <p className="wrap-anywhere">{fileName}</p>
      <p>{isThere ? say("hasBody") : newer ? say("notNewerBody", { count: newer.count }) : say("notBody", { count })}</p>
    </ActDialog>
  );
}
