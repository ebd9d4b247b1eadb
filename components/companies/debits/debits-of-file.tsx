import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { TableSkeleton } from "@/components/ui/page/skeleton";
import { PageFoot } from "@/components/ui/table/pager";
import { Cell, type CellLayout, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedDebit } from "@/server/bank/debit-files/list-debits-of-file";
import { groupIban } from "@/server/domain/banking/group-iban";
import { DebitReason } from "./debit-reason";
import { DebitedInvoices } from "./debited-invoices";
import { debitsAddress, debitsHref, debitsOfFileQuery } from "./debits-address";
import { RepeatButton } from "./repeat-button";

interface Props {
  companyId: string;
  /** The file that is open in the URL. */
  fileId: string;
  fileName: string;
}

/** The debits of a file, each with what became of it. */
export function DebitsOfFile({ companyId, fileId, fileName }: Props) {
  const say = useTranslations("debits.list");
  const [address, setAddress] = useQueryStates(debitsAddress, { history: "push" });
  const { data, error, isPlaceholderData, refetch } = useQuery(
    useTRPC().debits.ofFile.queryOptions(debitsOfFileQuery(fileId, address), { placeholderData: keepPreviousData }),
  );
  const caption = say("ofFile", { file: fileName });
  if (error && !data) return <Trouble title={say("failed")} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <TableSkeleton
        caption={caption}
        columns={[
          { head: say("holder"), card: 1 },
          { head: say("amount"), money: true, card: 2 },
        ]}
        rows={4}
        cards
      />
    );
  return (
    <>
      <Table caption={caption} cards busy={isPlaceholderData}>
        <TableHead>
          <HeadCell {...layouts.holder}>{say("holder")}</HeadCell>
          <HeadCell {...layouts.invoices}>{say("invoices")}</HeadCell>
          <HeadCell {...layouts.account}>{say("account")}</HeadCell>
          <HeadCell {...layouts.mandate}>{say("mandate")}</HeadCell>
          <HeadCell {...layouts.state}>{say("state")}</HeadCell>
          <HeadCell {...layouts.amount}>{say("amount")}</HeadCell>
        </TableHead>
        <TableBody>
          {data.entries.map((debit) => (
            <Row key={debit.id} tall>
              <Cell {...layouts.holder} title={debit.holder ?? undefined}>
                {debit.holder}
              </Cell>
              <Cell {...layouts.invoices}>
                <DebitedInvoices invoices={debit.invoices} />
              </Cell>
              <Cell {...layouts.account}>{debit.iban && groupIban(debit.iban)}</Cell>
              <Cell {...layouts.mandate} title={debit.mandateReference ?? undefined}>
                {debit.mandateReference}
                <KindOfDebit debit={debit} />
              </Cell>
              <Cell {...layouts.state}>
                <State debit={debit} />
              </Cell>
              <Cell {...layouts.amount}>
                <Amount cents={debit.amountCents} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <PageFoot
        page={data.pageNumber}
        pageSize={data.pageSize}
        total={data.totalEntries}
        hrefOf={(page) => debitsHref(companyId, { ...address, page })}
        onPage={(page) => void setAddress({ page })}
      />
    </>
  );
}

/** Marks that differ from the usual debit of everybody's mandate: for organisations only, or not one of several. */
function KindOfDebit({ debit: { scheme, sequenceType } }: { debit: ListedDebit }) {
  const say = useTranslations("debits.list");
  const kinds = [scheme === "B2B" && scheme, sequenceType && sequenceType !== "RCUR" && say(`sequenceTypes.${sequenceType}`)].filter(
    Boolean,
  );
  return kinds.length > 0 && <span className="block truncate text-xs text-ink-muted">{kinds.join(", ")}</span>;
}

function State({ debit }: { debit: ListedDebit }) {
  const { collectOn, status, reportStatus, reportedAt, reasonCode, reasonText, endedBy, endedByName } = debit;
  const say = useTranslations("debits");
  const isMoney = useMay("money");
  const mayEnd = isMoney && debit.mayBeEnded;
  if (status === "rejected" && endedBy !== null)
    return <span className="text-attention">{say("end.ended", { name: endedByName ?? "–" })}</span>;
  const isOver = status === "rejected" || status === "returned";
  return (
    <span className={isOver ? "text-attention" : "text-ink-muted"}>
      {status === "at_bank"
        ? say.rich("list.collectedOn", { day: () => <FormattedDate key="day" day={collectOn} as="date" /> })
        : say(`statuses.${status}`)}
      {isOver && (
        <>
          {": "}
          <DebitReason code={reasonCode} text={reasonText} />
        </>
      )}
      {status === "at_bank" && reportStatus && reportedAt && (
        <>
          {" · "}
          {say.rich(`report.${reportStatus}`, { when: () => <FormattedDate key="when" at={reportedAt} /> })}{" "}
          {reportStatus === "rejected" && <DebitReason code={reasonCode} text={reasonText} />}
        </>
      )}
      {status === "at_bank" && debit.isMandateWithdrawn && <span className="block text-attention">{say("list.mandateWithdrawn")}</span>}
      {mayEnd && (
        <span className="mt-1 block">
          <OnDemand
            load={() => import("./end-debit")}
            props={{ debit }}
            popup="dialog"
            trigger={
              <Button size="sm" aria-label={say("end.openNamed", { name: debit.holder ?? "" })}>
                {say("end.open")}
              </Button>
            }
          />
        </span>
      )}
      {isMoney && debit.mayBeRepeated && <RepeatButton debitId={debit.id} holder={debit.holder ?? ""} />}
    </span>
  );
}

const layouts = {
  holder: { clip: true, card: 1, className: "min-[721px]:w-[18%]" },
  invoices: { card: "line", className: "min-[721px]:w-[20%]" },
  account: { hideOrder: 2, card: "hide", className: "whitespace-nowrap tabular-nums" },
  mandate: { clip: true, hideOrder: 3, card: "hide", className: "min-[721px]:w-[14%]" },
  state: { card: "line" },
  amount: { money: true, card: 2 },
} as const satisfies Record<string, CellLayout & { className?: string }>;
