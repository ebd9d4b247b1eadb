"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileX, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { NotFresh } from "@/components/failures/not-fresh";
import { Trouble } from "@/components/failures/trouble";
import { RequiresRight } from "@/components/shell/reader-rights";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { TableSkeleton } from "@/components/ui/page/skeleton";
import { PageFoot } from "@/components/ui/table/pager";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedStatement } from "@/server/bank/statements/list-statements";
import { groupIban } from "@/server/domain/banking/group-iban";
import { bankHref, statementsAddress, statementsHref, statementsQuery } from "./bank-address";
import { statementHref } from "./statement/statement-address";
import { UploadStatements } from "./upload-statements";
import { WaitingNotice } from "./waiting-statement";
import { WithdrawnText } from "./withdrawn-text";

/** Received bank statements, with a note where one seems to be missing before it. */
export function Statements() {
  const say = useTranslations("bank.statements");
  const sayOfBank = useTranslations("bank");
  const [address, set] = useQueryStates(statementsAddress, { history: "push" });
  const query = useQuery(useTRPC().bank.statements.queryOptions(statementsQuery(address), { placeholderData: keepPreviousData }));
  const { data, error, isPlaceholderData, refetch } = query;
  const columns = [
    { head: say("columns.day"), card: 2 as const },
    { head: say("columns.account"), card: 1 as const, clip: true, className: "sm:w-[40%]" },
    { head: say("columns.number"), card: 3 as const },
    { head: say("columns.entries"), numeric: true, hideOrder: 2 as const, card: "hide" as const },
    { head: say("columns.open"), numeric: true, card: "line" as const },
    { head: say("columns.balance"), money: true, card: 4 as const },
    { head: say("columns.file"), clip: true, hideOrder: 1 as const, card: "hide" as const },
  ];
  return (
    <>
      <PageHead
        title={say("title")}
        crumbs={[{ label: sayOfBank("title"), href: bankHref({ company: address.company }) }]}
        actions={
          <RequiresRight right="money">
            <UploadStatements company={address.company} />
          </RequiresRight>
        }
      />
      <PageBody>
        <NotFresh query={query} className="mt-3" />
        {error && <Trouble className="mt-6" title={sayOfBank("notLoaded")} error={error} onRetry={() => void refetch()} />}
        {!error && !data && <TableSkeleton caption={say("title")} columns={columns} rows={12} cards bleed />}
        {data && data.entries.length === 0 && (
          <EmptyState kind="nothing-yet" className="mt-6" title={sayOfBank("nothingYet.title")}>
            {sayOfBank("nothingYet.body")}
          </EmptyState>
        )}
        {data && data.entries.length > 0 && (
          <>
            <Table caption={say("title")} cards bleed busy={isPlaceholderData}>
              <TableHead>
                {columns.map(({ head, ...cellProps }) => (
                  <HeadCell key={head} {...cellProps}>
                    {head}
                  </HeadCell>
                ))}
              </TableHead>
              <TableBody>
                {data.entries.map((statement) => (
                  <StatementRow key={statement.id} statement={statement} columns={columns} company={address.company} />
                ))}
              </TableBody>
            </Table>
            <PageFoot
              page={data.pageNumber}
              pageSize={data.pageSize}
              total={data.totalEntries}
              hrefOf={(page) => statementsHref({ ...address, page })}
              onPage={(page) => void set({ page })}
            />
          </>
        )}
      </PageBody>
    </>
  );
}

type Column = Omit<Parameters<typeof HeadCell>[0], "children"> & { head: string };

interface RowProps {
  statement: ListedStatement;
  columns: Column[];
  /** The company selected in the portal. */
  company: string | null;
}

function StatementRow({ statement, columns, company }: RowProps) {
  const say = useTranslations("bank.statements");
  const {
    iban,
    companyName,
    currency,
    number,
    entries,
    openCount,
    laterCount,
    closingCents,
    closingOn,
    fileName,
    receivedAt,
    gap,
    wait,
    withdrawal,
  } = statement;
  // In the order of `columns`.
  const contents = [
    <span key="day" className="grid">
      {closingOn ? <FormattedDate day={closingOn} /> : <FormattedDate at={receivedAt} />}
    </span>,
    <span key="account" title={companyName}>
      <RowLink href={statementHref(statement.id, { company })}>
        {groupIban(iban)}
        <span className="sr-only"> {number || fileName}</span>
      </RowLink>{" "}
      <span className="text-ink-muted">{companyName}</span>
      {wait && (
        <span className="mt-1 block max-w-prose whitespace-normal max-sm:mb-2">
          <WaitingNotice statement={wait} small />
        </span>
      )}
      {withdrawal && (
        <Fact tone="neutral" icon={FileX} small className="mt-1 flex! whitespace-normal!">
          <WithdrawnText withdrawal={withdrawal} />
        </Fact>
      )}
      {gap && !wait && (
        <Fact tone="ourTurn" icon={TriangleAlert} small className="mt-1 flex! whitespace-normal!">
          <span>
            {say.rich("gap", {
              amount: () => <Amount cents={gap.closingCents} currency={currency} />,
              day: () => <FormattedDate day={gap.closingOn} />,
            })}
          </span>
        </Fact>
      )}
    </span>,
    number || "–",
    String(entries),
    [openCount > 0 && say("openCount", { count: openCount }), laterCount > 0 && say("laterCount", { count: laterCount })]
      .filter(Boolean)
      .join(", ") || "–",
    closingCents === null ? "–" : <Amount key="balance" cents={closingCents} currency={currency} />,
    fileName,
  ];
  return (
    <Row tall={wait !== null || gap !== null || withdrawal !== null}>
      {columns.map(({ head, ...cellProps }, index) => (
        <Cell key={head} {...cellProps}>
          {contents[index]}
        </Cell>
      ))}
    </Row>
  );
}
