"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { useFailureText } from "@/components/failures/failure";
import { useActOutcome } from "@/components/failures/use-act-outcome";
import { codeOfBlocker } from "@/components/proposals/code-of-blocker";
import { Button } from "@/components/ui/form/button";
import { Banner } from "@/components/ui/page/banner";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { useRegion } from "@/components/ui/text/region";
import type { WaitingLimit as Waiting } from "@/server/billing/approvals/second-person-rule";
import { formatAmount } from "@/server/domain/formats/money";

/** A waiting change of the second person's limit. Another administrator can confirm it, and everybody who sees it can withdraw it. */
export function WaitingLimit({ waiting: { id: changeId, aboveCents, inForceAt, requesterName, blocker } }: { waiting: Waiting }) {
  const say = useTranslations("settings.members");
  const textOf = useFailureText();
  const region = useRegion();
  const { proposals } = useTRPC();
  const queries = useQueryClient();
  const reportWith = useActOutcome(() => queries.invalidateQueries(proposals.rule.queryFilter()));
  const confirm = useMutation(proposals.confirmLimit.mutationOptions(reportWith(say("limitConfirmed"))));
  const withdraw = useMutation(proposals.withdrawLimit.mutationOptions(reportWith(say("limitWithdrawn"))));
  const words = { when: () => <FormattedDate key="when" at={inForceAt} as="moment" />, name: requesterName ?? "–" };
  const limit = aboveCents === null ? "" : formatAmount(aboveCents, region);

  return (
    <Banner tone="attention" className="wrap-anywhere">
      <p>{aboveCents === null ? say.rich("limitEnds", words) : say.rich("limitWaits", { ...words, limit })}</p>
      {blocker && <p>{textOf(blocker === "own" ? "limit_change_is_own" : codeOfBlocker[blocker])}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {blocker !== "own" && (
          <Button
            size="sm"
            variant="primary"
            disabled={blocker !== null}
            busy={confirm.isPending && say("secondPersonSaving")}
            onClick={() => confirm.mutate({ changeId })}
          >
            {say("confirmLimit")}
          </Button>
        )}
        <Button size="sm" busy={withdraw.isPending && say("secondPersonSaving")} onClick={() => withdraw.mutate({ changeId })}>
          {say("withdrawLimit")}
        </Button>
      </div>
    </Banner>
  );
}
