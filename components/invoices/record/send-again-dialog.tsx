"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

interface Props {
  invoice: InvoiceRecord;
  messageId: string;
  /** Whether the message was sent before, with an unknown outcome. */
  mayHaveArrived: boolean;
  trigger: ReactElement<TriggerProps>;
}

/** Sends a message again. Warns if the customer may then get it twice. */
export default function SendAgainDialog({ invoice, messageId, mayHaveArrived, trigger }: Props) {
  const say = useTranslations("invoice.sendAgain");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const send = useMutation(
    useTRPC().invoice.sendMessageAgain.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries();
        setOpen(false);
        toastDone(say("done"));
      },
    }),
  );

  function changeOpen(next: boolean) {
    setOpen(next);
    // The page behind shows why sending was refused.
    if (!next && send.isError) void queries.invalidateQueries();
    send.reset();
  }

  return (
    <>
      {opener}
      <ConfirmDialog
        open={open}
        onOpenChange={changeOpen}
        title={say("title")}
        confirm={say("confirm")}
        confirmIcon={Send}
        onConfirm={() => send.mutate({ invoiceId: invoice.id, messageId })}
        busy={send.isPending && say("busy")}
        error={send.error ? textOf(failureOf(send.error).code) : undefined}
      >
        <p>{say(mayHaveArrived ? "unknown" : "refused", { name: invoice.customerName })}</p>
      </ConfirmDialog>
    </>
  );
}
