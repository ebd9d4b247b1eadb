"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleCheck, Download, Landmark, Table2, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { useFailureText } from "@/components/failures/failure";
import { useActOutcome } from "@/components/failures/use-act-outcome";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { buttonClass } from "@/components/ui/form/button-class";
import { Section } from "@/components/ui/page/section";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedRefundFile } from "@/server/bank/refund-files/list-refund-files";
import { bankFileName } from "@/server/domain/banking/bank-file-name";
import { groupIban } from "@/server/domain/banking/group-iban";
import { isDuplicateReason } from "@/server/domain/banking/report-codes";
import { paymentsInFile } from "@/server/domain/rules/refund-file-payments";
import { BankReason } from "./bank-reason";
import { refundFileId } from "./refund-file-id";
import { RefundFileItems } from "./refund-file-items";

/** A file for the bank: its author and approver, the bank's report about it, and the outcome of each payment. */
export function RefundFile({ payout }: { payout: ListedRefundFile }) {
  const say = useTranslations("bank.refunds");
  const textOf = useFailureText();
  const mayOrder = useMay("money");
  const reportWith = useActOutcome();
  const approve = useMutation(useTRPC().payouts.approve.mutationOptions());
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
  const isInPounds = currency === "GBP";
  // Name of the downloaded file, without its extension.
  const fileName = bankFileName(say("fileName"), { id, companyName, createdAt });
  const waits = needsApproval && approvedAt === null;
  const remaining = items.filter(({ status }) => status !== "cancelled" && status !== "rejected");
  // Once the bank has executed a payment of the file, the file must not be sent to it again.
  const isExecuted = paymentsInFile(items, payout.handedOutAt) === null;
  const isNameOpen = remaining.some((item) => item.isNameOpen);
  // The money of all remaining payments has left the company's account.
  const haveAllLeft = remaining.length > 0 && remaining.every(({ status }) => status === "paid");

  return (
    <Section
      id={refundFileId(id)}
      className="scroll-mt-16"
      title={
        <>
          {say.rich("fileOf", { when: () => <FormattedDate at={createdAt} as="moment" /> })}{" "}
          <span className="text-sm font-normal wrap-anywhere text-ink-faint">{fileName}</span>
        </>
      }
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
            {!waits && !isNameOpen && (
              <a className={buttonClass({ size: "sm" })} href={`/api/export/payout?payout=${id}&as=list`} download>
                <Table2 />
                {say("downloadList")}
              </a>
            )}
            {!waits && !isExecuted && !isNameOpen && (
              <a className={buttonClass({ size: "sm" })} href={`/api/export/payout?payout=${id}`} download>
                <Download />
                {say(isInPounds ? "downloadXml" : "download")}
              </a>
            )}
          </>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-muted">
        <span>
          {say("madeBy", { name: createdByName ?? "–" })}
          {approvedAt && ` ${say("approvedBy", { name: approvedByName ?? "–" })}`}
          {waits && ` ${say(mayOrder && !blocker ? "waitsForYou" : "waitsForOther")}`}
        </span>
        {haveAllLeft && (
          <Fact tone="paid" icon={CircleCheck}>
            {say("allLeft.title")}
          </Fact>
        )}
        {!haveAllLeft && <FileReport report={payout.report} />}
      </div>
      {isInPounds && mayOrder && !waits && !isExecuted && <p className="text-sm text-ink-muted">{say("howInPounds")}</p>}
      {waits && blocker && aloneFrom && (
        <p className="text-sm text-ink-muted">
          {say.rich("alone", { when: () => <FormattedDate key="when" at={aloneFrom} as="moment" /> })}
        </p>
      )}
      {waits && mayOrder && blocker === "not_settled" && <p className="text-sm text-ink-muted">{textOf("approver_not_settled")}</p>}
      <RefundFileItems payout={payout} waits={waits} caption={say("paymentsOf", { file: fileName })} />
      {remaining.length !== items.length && remaining.length > 0 && (
        <p className="text-sm text-ink-muted">
          {say.rich("remaining", {
            count: remaining.length,
            sum: () => <Amount key="sum" cents={remaining.reduce((sum, { amountCents }) => sum + amountCents, 0)} currency={currency} />,
          })}
        </p>
      )}
    </Section>
  );
}

/** The bank's latest report about the whole file. */
function FileReport({ report }: Pick<ListedRefundFile, "report">) {
  const say = useTranslations("bank.refunds.report");
  if (!report?.status) return null;
  const { status, saidAt, reasonCode, reasonText } = report;
  const when = () => <FormattedDate key="when" at={saidAt} />;
  if (status !== "rejected")
    return (
      <Fact tone="inProgress" icon={Landmark} className="whitespace-normal!">
        <span className="first-letter:uppercase inline-block">{say.rich(status, { when })}</span>
      </Fact>
    );
  return (
    <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
      <span className="first-letter:uppercase inline-block">
        {say.rich(isDuplicateReason(reasonCode ?? "") ? "duplicate" : "rejected", { when })}{" "}
        <BankReason code={reasonCode} text={reasonText} />
      </span>
    </Fact>
  );
}
