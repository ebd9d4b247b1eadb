"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { buttonClass } from "@/components/ui/form/button-class";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import { Section } from "@/components/ui/page/section";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedRefundFile } from "@/server/bank/refund-files/list-refund-files";
import { groupIban } from "@/server/domain/banking/group-iban";

/** A file for the bank: its author and approver, and the outcome of each payment. */
export function RefundFile({ payout }: { payout: ListedRefundFile }) {
  const say = useTranslations("bank.refunds");
  const textOf = useFailureText();
  const mayOrder = useMay("money");
  const queries = useQueryClient();
  const { payouts } = useTRPC();
  const reportWith = (words: string) => ({
    onSuccess: () => void toastDone(words),
    onError: (error: unknown) => void toastFailed(textOf(failureOf(error).code)),
    onSettled: () => void queries.invalidateQueries(),
  });
  const approve = useMutation(payouts.approve.mutationOptions());
  const cancel = useMutation(payouts.cancel.mutationOptions());
  const sayPaid = useMutation(payouts.sayPaid.mutationOptions());
  const {
    id,
    companyName,
    currency,
    iban,
    createdAt,
    createdByName,
    approvedByName,
    approvedAt,
    needsApproval,
    blocker,
    aloneFrom,
    items,
  } = payout;
  const waits = needsApproval && approvedAt === null;
  const remaining = items.filter(({ status }) => status !== "cancelled");
  const isAtBank = remaining.some(({ status }) => status !== "ordered");

  return (
    <Section
      rule
      title={<FormattedDate at={createdAt} />}
      note={`${companyName} · ${groupIban(iban)}`}
      actions={
        mayOrder &&
        remaining.length > 0 && (
          <>
            {waits && blocker !== "own" && (
              <Button
                size="sm"
                variant="primary"
                disabled={blocker !== null}
                busy={approve.isPending && say("approving")}
                onClick={() => approve.mutate({ payoutId: id }, reportWith(say("approved")))}
              >
                {say("approve")}
              </Button>
            )}
            {!waits && !isAtBank && (
              <a className={buttonClass({ size: "sm" })} href={`/api/export/payout?payout=${id}`} download>
                <Download />
                {say("download")}
              </a>
            )}
          </>
        )
      }
    >
      <p className="text-sm text-ink-muted">
        {say("madeBy", { name: createdByName ?? "–" })}
        {approvedAt && ` ${say("approvedBy", { name: approvedByName ?? "–" })}`}
        {waits && ` ${say(mayOrder && !blocker ? "waitsForYou" : "waitsForOther")}`}
      </p>
      {waits && blocker && aloneFrom && (
        <p className="text-sm text-ink-muted">
          {say.rich("alone", { when: () => <FormattedDate key="when" at={aloneFrom} as="moment" /> })}
        </p>
      )}
      {waits && mayOrder && blocker === "not_settled" && <p className="text-sm text-ink-muted">{textOf("approver_not_settled")}</p>}
      <ul className="grid">
        {items.map((item) => (
          <li key={item.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 border-b border-line py-2 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {item.invoiceId ? (
                <Link href={`/invoices/${item.invoiceId}`} prefetch={false}>
                  {item.name} {item.text}
                </Link>
              ) : (
                `${item.name} ${item.text}`
              )}
              <span className="block text-xs text-ink-muted">
                {groupIban(item.iban)} · {say(`statuses.${item.status}`)}
              </span>
            </span>
            <Amount cents={item.amountCents} currency={currency} className="tabular-nums" />
            {mayOrder && item.status === "ordered" && (
              <span className="col-span-2 flex flex-wrap gap-2">
                {!waits && (
                  <Button size="sm" onClick={() => sayPaid.mutate({ itemId: item.id }, reportWith(say("saidPaid")))}>
                    {say("sayPaid")}
                  </Button>
                )}
                <Button size="sm" onClick={() => cancel.mutate({ itemId: item.id }, reportWith(say("cancelled")))}>
                  {say("cancel")}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
