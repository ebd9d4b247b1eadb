"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { toastDone } from "@/components/ui/overlay/toast";
import { Banner } from "@/components/ui/page/banner";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { useRegion } from "@/components/ui/text/region";
import type { OpenProposal } from "@/server/billing/approvals/list-proposals";
import { formatMoney } from "@/server/domain/formats/money";

type Booking = "book_transaction";
/** The facts of a proposal that are shown. */
type Shown<Kind extends OpenProposal["kind"]> = { kind: Kind } & Pick<
  OpenProposal,
  "id" | "amountCents" | "currency" | "proposedBy" | "createdAt" | "isOwn" | "blocker" | "aloneFrom"
>;

/**
 * A proposal. `seen`: the numbers of lines and refunds that the reader sees on the invoice's account, so that nobody approves what they
 * have not seen; null for a payment on a statement, which is booked exactly as proposed.
 */
type Proposed =
  | { proposal: Shown<Booking>; seen: null }
  | { proposal: Shown<OpenProposal["kind"]>; seen: { lines: number; refunds: number } };

type Props = Proposed & {
  /** The author's reason, or the invoices that the payment is to be booked on. */
  children?: ReactNode;
};

/** An act that waits for a second person. A colleague can approve or decline it, and its author can withdraw it. */
export function WaitingProposal({ proposal, seen, children }: Props) {
  const say = useTranslations("proposals");
  const region = useRegion();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const mayDecide = useMay("money");
  const { id: proposalId, kind, amountCents, currency, proposedBy, createdAt, isOwn, blocker, aloneFrom } = proposal;
  const textOf = useFailureText();
  /**
   * Callbacks of a mutation: a toast with `done` on success, and everything loaded again. A refusal is shown above the proposal instead.
   */
  const toastWith = (done: string) => ({
    onSuccess: () => toastDone(done),
    onSettled: () => queries.invalidateQueries(),
  });
  const approve = useMutation(trpc.proposals.approve.mutationOptions(toastWith(say("approved"))));
  const decline = useMutation(trpc.proposals.decline.mutationOptions(toastWith(say(isOwn ? "withdrawn" : "declined"))));
  const failed = approve.error ?? decline.error;
  const amount = formatMoney(amountCents, currency, region);

  return (
    <div className="grid gap-2">
      {failed && <Refusal key={approve.submittedAt + decline.submittedAt} code={failureOf(failed).code} />}
      <Banner tone="attention" className="wrap-anywhere">
        <p>{say.rich(`kinds.${kind}`, { amount, by: proposedBy, date: () => <FormattedDate key="date" at={createdAt} as="date" /> })}</p>
        {children}
        {isOwn && blocker && <p>{say("needsAnother")}</p>}
        {aloneFrom && blocker && <p>{say.rich("alone", { when: () => <FormattedDate key="when" at={aloneFrom} as="moment" /> })}</p>}
        {mayDecide && blocker === "not_settled" && <p>{textOf("approver_not_settled")}</p>}
        {mayDecide && (
          <div className="mt-2 flex flex-wrap gap-2">
            {blocker !== "own" && (
              <Button
                size="sm"
                variant="primary"
                disabled={blocker !== null}
                busy={approve.isPending && say("busy")}
                onClick={() => approve.mutate({ proposalId, seen })}
              >
                {say("approve", { amount })}
              </Button>
            )}
            <Button size="sm" busy={decline.isPending && say("busy")} onClick={() => decline.mutate({ proposalId })}>
              {say(isOwn ? "withdraw" : "decline")}
            </Button>
          </div>
        )}
      </Banner>
    </div>
  );
}
