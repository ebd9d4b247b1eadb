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
import type { Mandate } from "@/server/billing/mandates/mandate";
import { groupIban } from "@/server/domain/banking/group-iban";

/** Asks whether the payer has withdrawn the mandate, and records it. */
export default function WithdrawMandate({ mandate, trigger }: { mandate: Mandate; trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("mandates.withdraw");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const withdraw = useMutation(useTRPC().mandates.withdraw.mutationOptions());
  const [refusal, setRefusal] = useState<string>();

  function confirm() {
    setRefusal(undefined);
    withdraw.mutate(
      { mandateId: mandate.id },
      {
        onSuccess: async () => {
          setOpen(false);
          toastDone(say("done"));
          await queries.invalidateQueries();
        },
        onError: (error) => setRefusal(failureOf(error).code),
      },
    );
  }

  return (
    <>
      {opener}
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          setRefusal(undefined);
          setOpen(next);
        }}
        title={say("title", { reference: mandate.reference })}
        confirm={say("confirm")}
        danger
        irreversible={say("final")}
        onConfirm={confirm}
        busy={withdraw.isPending && say("busy")}
        error={
          refusal && (
            <>
              {textOf(refusal)} <code className="text-xs">{refusal}</code>
            </>
          )
        }
      >
        <p>{say("consequence")}</p>
        <p className="wrap-anywhere">
          {mandate.holder}
          <br />
          {groupIban(mandate.iban)}
        </p>
        <p>{say("inFile")}</p>
      </ConfirmDialog>
    </>
  );
}
