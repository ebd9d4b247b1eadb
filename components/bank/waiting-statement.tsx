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
import { useRegion } from "@/components/ui/text/region";
import type { WaitingStatement } from "@/server/bank/statements/waiting-statement";
import { formatMoney } from "@/server/domain/formats/money";

interface Props {
  statement: WaitingStatement;
  small?: boolean;
}

/** Reasons why a statement is not booked, and the button that accepts it. */
export function WaitingNotice({ statement, small = false }: Props) {
  const say = useTranslations("bank.waits");
  const textOf = useFailureText();
  const mayDecide = useMay("money");
  const queries = useQueryClient();
  const accept = useMutation(useTRPC().bank.acceptStatement.mutationOptions());
  const { statementId, currency, openingCents, contradicts: precedingClosing, accountClosedOn, aboveLimit, blocker } = statement;

  const acceptStatement = () =>
    accept.mutate(
      { statementId },
      {
        onSuccess: () => void toastDone(say("accepted")),
        onError: (error: unknown) => void toastFailed(textOf(failureOf(error).code)),
        onSettled: () => void queries.invalidateQueries(),
      },
    );

  return (
    <span className="grid justify-items-start gap-2">
      {precedingClosing && (
        <Fact tone="ourTurn" icon={Hourglass} small={small} className="whitespace-normal!">
          <span>
            {say.rich("opening_contradicts", {
              opening: () => openingCents !== null && <Amount cents={openingCents} currency={currency} />,
              closing: () => <Amount cents={precedingClosing.closingCents} currency={currency} />,
              day: () => <FormattedDate day={precedingClosing.closingOn} />,
            })}
          </span>
        </Fact>
      )}
      {accountClosedOn && (
        <Fact tone="ourTurn" icon={Hourglass} small={small} className="whitespace-normal!">
          <span>{say.rich("account_closed", { day: () => <FormattedDate day={accountClosedOn} /> })}</span>
        </Fact>
      )}
      {aboveLimit.length > 0 && <AboveLimit statement={statement} small={small} mayDecide={mayDecide} />}
      {mayDecide && blocker !== "own" && (
        <Button size="sm" disabled={blocker !== null} busy={accept.isPending && say("accepting")} onClick={acceptStatement}>
          {say("accept")}
        </Button>
      )}
    </span>
  );
}

/** Files that added money above the limit, with the people or keys that sent them, and why the reader cannot accept the statement. */
function AboveLimit({ statement, small, mayDecide }: Required<Props> & { mayDecide: boolean }) {
  const say = useTranslations("bank.waits");
  const textOf = useFailureText();
  const region = useRegion();
  const { currency, aboveLimit, blocker } = statement;
  // Time from which the person who sent a file may also accept the statement, because nobody else can.
  const authorMayFrom = aboveLimit.map(({ aloneFrom }) => aloneFrom).find((from) => from !== null);
  return (
    <>
      <Fact tone="ourTurn" icon={Hourglass} small={small} className="whitespace-normal!">
        <span>{say("above_limit")}</span>
      </Fact>
      {aboveLimit.map(({ fileId, fileName, broughtByName, incomingCents }) => (
        <span key={fileId} className="text-sm text-ink-muted wrap-anywhere">
          {say("brought", { name: broughtByName ?? say("nobody"), file: fileName, amount: formatMoney(incomingCents, currency, region) })}
        </span>
      ))}
      {mayDecide && blocker === "own" && <span className="text-sm text-ink-muted">{say("own")}</span>}
      {mayDecide && blocker === "not_settled" && <span className="text-sm text-ink-muted">{textOf("approver_not_settled")}</span>}
      {blocker && authorMayFrom && (
        <span className="text-sm text-ink-muted">
          {say.rich("alone", { when: () => <FormattedDate at={authorMayFrom} as="moment" /> })}
        </span>
      )}
    </>
  );
}
