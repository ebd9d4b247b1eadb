"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";

/** Sends a new link to a customer who has lost theirs. The old link stops working. */
export function SendNewLink({ invoiceId, email }: { invoiceId: string; email: string }) {
  const say = useTranslations("conversation.facts");
  const textOf = useFailureText();
  const send = useMutation(
    useTRPC().support.sendNewLink.mutationOptions({
      onSuccess: () => toastDone(say("linkSent", { email })),
      onError: (error) => toastFailed(textOf(failureOf(error).code)),
    }),
  );
  return (
    <Button
      size="sm"
      className="mt-1 justify-self-start"
      busy={send.isPending && say("sendingLink")}
      onClick={() => send.mutate({ invoiceId })}
    >
      <Send />
      {say("sendLink")}
    </Button>
  );
}
