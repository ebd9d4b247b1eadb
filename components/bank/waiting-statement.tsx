"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { WaitingStatement } from "@/server/billing/statements/waiting-statement";

interface Props {
  statement: WaitingStatement;
  small?: boolean;
}

/** Why nothing of a statement is booked, and the button that accepts it. */
export function WaitingNotice({ statement, small = false }: Props) {
  const say = useTranslations("bank.waits");
  const textOf = useFailureText();
  const mayDecide = useMay("money");
  const queries = useQueryClient();
  const accept = useMutation(useTRPC().bank.acceptStatement.mutationOptions());
  const { statementId, because, currency, openingCents, closingCents, closingOn } = statement;

  const act = () =>
    accept.mutate(
      { statementId },
      {
        onSuccess: () => void toastDone(say("accepted")),
        onError: (error: unknown) => void toastFailed(textOf(failureOf(error).code)),
        onSettled: () => void queries.invalidateQueries(),
      },
    );

  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Fact tone="us" icon={Hourglass} small={small} className="whitespace-normal!">
        <span>
          {say.rich(because, {
            opening: () => openingCents !== null && <Amount cents={openingCents} currency={currency} />,
            closing: () => <Amount cents={closingCents} currency={currency} />,
            day: () => <FormattedDate day={closingOn} />,
          })}
        </span>
      </Fact>
      {mayDecide && (
        <Button size="sm" busy={accept.isPending && say("accepting")} onClick={act}>
          {say("accept")}
        </Button>
      )}
    </span>
  );
}
