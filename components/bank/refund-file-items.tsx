"use client";

import { useMutation } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { useFailureText } from "@/components/failures/failure";
import { useActOutcome } from "@/components/failures/use-act-outcome";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { Cell, type CellLayout, HeadCell, Row, SumRow, Table, TableBody, TableFoot, TableHead } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedPayoutItem, ListedRefundFile } from "@/server/bank/refund-files/list-refund-files";
import { formatAccount } from "@/server/domain/banking/british-account";
import { BankReason } from "./bank-reason";

interface Props {
  payout: ListedRefundFile;
  /** Whether the file waits for a second person. */
  waits: boolean;
  caption: string;
}

/** The payments of a refund file, each with its state and the bank's report about it. */
export function RefundFileItems({ payout: { items, currency }, waits, caption }: Props) {
  const say = useTranslations("bank.refunds");
  const mayOrder = useMay("money");
  const hasActs = mayOrder && items.some(({ status }) => status === "ordered");
  return (
    <Table caption={caption} cards>
      <TableHead>
        <HeadCell {...layouts.payee}>{say("columns.payee")}</HeadCell>
        <HeadCell {...layouts.account}>{say("columns.account")}</HeadCell>
        <HeadCell {...layouts.state}>{say("columns.state")}</HeadCell>
        {hasActs && (
          <HeadCell {...layouts.acts}>
            <span className="sr-only">{say("columns.acts")}</span>
          </HeadCell>
        )}
        <HeadCell {...layouts.amount}>{say("columns.amount", { currency })}</HeadCell>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <Row key={item.id} tall={isTall(item)}>
            <Cell {...layouts.payee} title={`${item.name} ${item.text}`}>
              {item.invoiceId ? (
                <Link href={`/invoices/${item.invoiceId}`} prefetch={false}>
                  {item.name} {item.text}
                </Link>
              ) : (
                `${item.name} ${item.text}`
              )}
            </Cell>
            <Cell {...layouts.account}>{formatAccount(item.iban)}</Cell>
            <Cell {...layouts.state}>
              <State item={item} />
            </Cell>
            {hasActs && <Cell {...layouts.acts}>{item.status === "ordered" && <Acts item={item} waits={waits} />}</Cell>}
            <Cell {...layouts.amount}>
              <Amount cents={item.amountCents} />
            </Cell>
          </Row>
        ))}
      </TableBody>
      <TableFoot>
        <SumRow>
          <Cell {...layouts.payee}>{say("sum")}</Cell>
          <Cell {...layouts.account} />
          <Cell {...layouts.state} card="hide" />
          {hasActs && <Cell {...layouts.acts} card="hide" />}
          <Cell {...layouts.amount}>
            <Total>
              <Amount cents={items.reduce((sum, { amountCents }) => sum + amountCents, 0)} />
            </Total>
          </Cell>
        </SumRow>
      </TableFoot>
    </Table>
  );
}

const layouts = {
  payee: { clip: true, card: 1, className: "min-[721px]:w-[24%]" },
  account: { hideOrder: 2, card: "hide", className: "whitespace-nowrap tabular-nums" },
  state: { card: "line" },
  acts: { numeric: true, card: "line" },
  amount: { money: true, card: 2 },
} as const satisfies Record<string, CellLayout & { className?: string }>;

/** Whether the row needs more than one line, for a reason or a warning. */
function isTall({ status, contradiction, nameCheck }: ListedPayoutItem): boolean {
  return status === "rejected" || contradiction !== null || isDoubtful(nameCheck);
}

/** Whether the payee's bank knows the account under another name. */
function isDoubtful(nameCheck: ListedPayoutItem["nameCheck"]): nameCheck is "close" | "different" {
  return nameCheck === "close" || nameCheck === "different";
}

function State({ item }: { item: ListedPayoutItem }) {
  const say = useTranslations("bank.refunds");
  const textOf = useFailureText();
  const mayOrder = useMay("money");
  const { status, reportStatus, reportedAt, reasonCode, reasonText, contradiction } = item;
  const { nameCheck, bankName, isNameOpen, nameBlocker, nameAloneFrom, nameKeptByName } = item;
  // The bank's last report, of a payment that is neither executed nor rejected.
  const showsReport = status === "ordered" && reportStatus && reportStatus !== "rejected" && reportedAt;
  return (
    <span className="grid justify-items-start gap-1">
      <span className={status === "rejected" || status === "returned" ? "text-attention" : "text-ink-muted"}>
        {status === "rejected" && reasonCode ? (
          <>
            {say("rejectedFor")} <BankReason code={reasonCode} text={reasonText} />
          </>
        ) : (
          say(`statuses.${status}`)
        )}
        {showsReport && (
          <>
            {" · "}
            {say.rich(`report.${reportStatus}`, { when: () => <FormattedDate key="when" at={reportedAt} /> })}
          </>
        )}
        {nameCheck && !isDoubtful(nameCheck) && ` · ${say(`names.${nameCheck}`)}`}
      </span>
      {contradiction && (
        <Warning>
          {say(`contradictions.${contradiction}`)}
          {(contradiction === "paid" || contradiction === "executed") && (
            <>
              {" "}
              {say("contradictions.reason")} <BankReason code={reasonCode} text={reasonText} />
            </>
          )}
        </Warning>
      )}
      {status === "ordered" && nameCheck === "close" && <Warning>{say("names.close", { name: bankName || "–" })}</Warning>}
      {status === "ordered" && nameCheck === "different" && <Warning>{say("names.different")}</Warning>}
      {isNameOpen && <span className="text-ink-muted">{say(mayOrder && !nameBlocker ? "names.forYou" : "names.forOther")}</span>}
      {isNameOpen && nameBlocker && nameAloneFrom && (
        <span className="text-ink-muted">
          {say.rich("names.alone", { when: () => <FormattedDate key="when" at={nameAloneFrom} as="moment" /> })}
        </span>
      )}
      {isNameOpen && mayOrder && nameBlocker === "not_settled" && <span className="text-ink-muted">{textOf("approver_not_settled")}</span>}
      {nameKeptByName && <span className="text-ink-muted">{say("names.kept", { name: nameKeptByName })}</span>}
    </span>
  );
}

function Warning({ children }: { children: React.ReactNode }) {
  return (
    <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
      <span>{children}</span>
    </Fact>
  );
}

function Acts({
  item: { id, name, text, bankName, isNameOpen, nameBlocker, reportStatus, nameCheck },
  waits,
}: {
  item: ListedPayoutItem;
  waits: boolean;
}) {
  const say = useTranslations("bank.refunds");
  const reportWith = useActOutcome();
  const { payouts } = useTRPC();
  const keep = useMutation(payouts.keep.mutationOptions());
  const cancel = useMutation(payouts.cancel.mutationOptions());
  const recordPaid = useMutation(payouts.sayPaid.mutationOptions());
  const isBusy = keep.isPending || cancel.isPending || recordPaid.isPending;
  const withPayee = (label: string) => `${label}: ${name} ${text}`;
  // Only a bank that has the file can have reported about its payments.
  const isAtBank = reportStatus !== null || nameCheck !== null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2 min-[721px]:flex-nowrap">
      {isNameOpen && nameBlocker !== "own" && (
        <Button
          size="sm"
          aria-label={withPayee(say("keep"))}
          disabled={isBusy || nameBlocker !== null}
          onClick={() => keep.mutate({ itemId: id, bankName }, reportWith(say("kept")))}
        >
          {say("keep")}
        </Button>
      )}
      {!isNameOpen && !waits && (
        <Button
          size="sm"
          aria-label={withPayee(say("sayPaid"))}
          disabled={isBusy}
          onClick={() => recordPaid.mutate({ itemId: id }, reportWith(say("saidPaid")))}
        >
          {say("sayPaid")}
        </Button>
      )}
      <Button
        size="sm"
        aria-label={withPayee(say("cancel"))}
        disabled={isBusy}
        onClick={() => cancel.mutate({ itemId: id }, reportWith(say(isAtBank ? "cancelledHere" : "cancelled")))}
      >
        {say("cancel")}
      </Button>
    </span>
  );
}
