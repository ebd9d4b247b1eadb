"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedDebitFile } from "@/server/bank/debit-files/list-debit-files";
import { ActDialog } from "./act-dialog";

interface Props {
  file: ListedDebitFile;
  fileName: string;
  trigger: ReactElement<TriggerProps>;
}

/** Asks whether the bank does not have the file, and withdraws it. */
export default function WithdrawFile({ file: { id, debitsCount, handedOutAt }, fileName, trigger }: Props) {
  const say = useTranslations("debits.withdraw");
  return (
    <ActDialog
      trigger={trigger}
      act={useMutation(useTRPC().debits.withdraw.mutationOptions())}
      input={{ fileId: id }}
      title={say("title")}
      confirm={say("confirm")}
      danger
      irreversible={say("final")}
      busy={say("busy")}
      done={say("done")}
    >
      <p className="wrap-anywhere">{fileName}</p>
      <p>{say("consequence", { count: debitsCount })}</p>
      {handedOutAt && <p>{say.rich("handedOut", { when: () => <FormattedDate key="when" at={handedOutAt} as="moment" /> })}</p>}
    </ActDialog>
  );
}
