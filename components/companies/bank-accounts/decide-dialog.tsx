"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { groupIban } from "@/server/domain/banking/group-iban";
import type { BankAccount } from "@/server/tenancy/bank-accounts/bank-account";
import { type Decision, decidedFacts } from "./decision";

interface Props {
  decision: Decision;
  account: BankAccount;
  trigger: ReactElement<TriggerProps>;
}

/** Confirms or withdraws a waiting change, or closes the account. */
export default function DecideDialog({ decision, account, trigger }: Props) {
  const say = useTranslations(`bankAccounts.${decision}`);
  const textOf = useFailureText();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const queries = useQueryClient();
  const { bankAccounts } = useTRPC();
  const confirm = useMutation(bankAccounts.confirm.mutationOptions());
  const withdraw = useMutation(bankAccounts.withdraw.mutationOptions());
  const close = useMutation(bankAccounts.close.mutationOptions());
  const isPending = confirm.isPending || withdraw.isPending || close.isPending;
  const [refusal, setRefusal] = useState<string>();
  // Kept as it was when the dialog was first rendered, because the page behind may show the decision already.
  const [shown] = useState(account);
  const facts = decidedFacts(decision, shown);

  const decide = () => {
    setRefusal(undefined);
    const outcome = {
      onSuccess: async () => {
        await queries.invalidateQueries();
        setOpen(false);
        toastDone(say("done"));
      },
      onError: async (error: unknown) => {
        await queries.invalidateQueries();
        setRefusal(failureOf(error).code);
      },
    };
    const { id: bankAccountId, waiting } = shown;
    if (decision === "close") close.mutate({ bankAccountId }, outcome);
    else if (waiting) {
      const change = { bankAccountId, changeId: waiting.id };
      if (decision === "confirm") confirm.mutate(change, outcome);
      else withdraw.mutate(change, outcome);
    }
  };

  return (
    <>
      {opener}
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          setRefusal(undefined);
          setOpen(next);
        }}
        title={say("title")}
        confirm={say("confirm")}
        danger={decision === "close"}
        onConfirm={decide}
        busy={isPending && say("busy")}
        error={
          refusal && (
            <>
              {textOf(refusal)} <code className="text-xs">{refusal}</code>
            </>
          )
        }
      >
        <p>{say("consequence")}</p>
        {facts && (
          <p className="wrap-anywhere">
            {facts.holder}
            <br />
            {groupIban(facts.iban)}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
