"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import { Banner } from "@/components/ui/page/banner";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { useRegion } from "@/components/ui/text/region";
import type { WaitingLimit as Waiting } from "@/server/billing/approvals/second-person-rule";
import { formatAmount } from "@/server/domain/formats/money";

/** Code of the text that explains each blocker. */
const codeOfBlocker = { own: "limit_change_is_own", by_key: "asked_by_key", not_settled: "approver_not_settled" } as const;

/** A waiting change of the second person's limit. Another administrator can confirm it, and everybody who sees it can withdraw it. */
export function WaitingLimit({ waiting: { id: changeId, aboveCents, inForceAt, requesterName, blocker } }: { waiting: Waiting }) {
  const say = useTranslations("settings.members");
  const textOf = useFailureText();
  const region = useRegion();
  const { proposals } = useTRPC();
  const queries = useQueryClient();
  /** Callbacks of a mutation: a toast about the outcome, with `done` on success, and the limit loaded again. */
  const reportWith = (done: string) => ({
    onSuccess: () => void toastDone(done),
    onError: (error: unknown) => void toastFailed(textOf(failureOf(error).code)),
    onSettled: () => queries.invalidateQueries(proposals.rule.queryFilter()),
  });
  const confirm = useMutation(proposals.confirmLimit.mutationOptions(reportWith(say("limitConfirmed"))));
  const withdraw = useMutation(proposals.withdrawLimit.mutationOptions(reportWith(say("limitWithdrawn"))));
  const words = { when: () => <FormattedDate key="when" at={inForceAt} as="moment" />, name: requesterName ?? "–" };
  const limit = aboveCents === null ? "" : formatAmount(aboveCents, region);

  return (
    <Banner tone="attention" className="wrap-anywhere">
      <p>{aboveCents === null ? say.rich("limitEnds", words) : say.rich("limitWaits", { ...words, limit })}</p>
      {blocker && <p>{textOf(codeOfBlocker[blocker])}</p>}
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
