"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import type { ProposedCategory } from "@/server/bank/payments/propose-category";
import type { Categorized } from "./categorized";

interface Props {
  entry: Categorized;
  proposed: ProposedCategory;
  /** Moves the focus, because the button disappears. */
  onAccepted: () => void;
}

/** A proposed category, which one click accepts. */
export function AcceptCategory({ entry, proposed: { category, text, because }, onAccepted }: Props) {
  const bank = useTranslations("bank");
  const say = useTranslations("bank.categories");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const save = useMutation(useTRPC().bank.setCategory.mutationOptions());
  const words = text ?? say(category);
  return (
    <Button
      size="sm"
      className="min-w-0 max-w-full border-dashed"
      title={say(`because.${because}`)}
      aria-label={say("accept", { name: entry.name || bank("noName"), category: words })}
      busy={save.isPending && say("saving")}
      onClick={() =>
        save.mutate(
          { transactionId: entry.id, seenDecisions: entry.decisions, category, text },
          {
            onSuccess: () => {
              toastDone(say("saved"));
              onAccepted();
            },
            onError: (error: unknown) => void toastFailed(textOf(failureOf(error).code)),
            onSettled: () => void queries.invalidateQueries(),
          },
        )
      }
    >
      <Check />
      <span className="min-w-0 truncate">{say("proposed", { category: words })}</span>
    </Button>
  );
}
