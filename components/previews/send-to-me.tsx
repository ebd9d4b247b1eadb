"use client";

import { useMutation } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import type { Locale } from "@/server/domain/formats/locales";
import type { PreviewedMessage } from "@/server/previews/list-previews";
import type { PreviewOf } from "@/server/previews/preview-of";

interface Props {
  of: PreviewOf;
  locale: Locale | null;
  message: Pick<PreviewedMessage, "kind" | "round">;
}

/** Sends the shown mail to the reader's own address. */
export function SendToMe({ of, locale, message: { kind, round } }: Props) {
  const say = useTranslations("previews");
  const textOf = useFailureText();
  const send = useMutation(
    useTRPC().previews.send.mutationOptions({
      onSuccess: (email) => toastDone(say("sent", { email })),
      onError: (error) => toastFailed(textOf(failureOf(error).code)),
    }),
  );
  return (
    <Button busy={send.isPending && say("sending")} onClick={() => send.mutate({ of, locale, kind, round })}>
      <Mail />
      {say("send")}
    </Button>
  );
}
