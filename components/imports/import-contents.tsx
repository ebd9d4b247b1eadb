"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { invoiceHref, listHref } from "@/components/invoices/list/list-address";
import { CopyButton } from "@/components/ui/form/copy-button";
import { FilterChip } from "@/components/ui/form/filter-chip";
import { EmptyState } from "@/components/ui/page/empty-state";
import { Section } from "@/components/ui/page/section";
import { type SkeletonColumn, TableSkeleton } from "@/components/ui/page/skeleton";
import { PageFoot } from "@/components/ui/table/pager";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, ColumnHeads, Row, Table, TableBody } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import type { ImportProgress } from "@/server/billing/collection/import-progress";
import type { ImportDescription } from "@/server/billing/imports/import";
import type { ContainedInvoice } from "@/server/billing/imports/list-contents";
import type { Concern, ProgressStep } from "@/server/domain/rules/reach";
import { CONTENTS_ID } from "./concern-link";
import { CONTENTS_SIZE, contentsQuery, importAddress, importHref } from "./imports-address";
import { reachIcons } from "./reach-icons";

/** The newest invoices of an import; or, if the reader has chosen a check or a step of the progress, its invoices in pages. */
export function ImportContents({ record }: { record: ImportDescription }) {
  const say = useTranslations("imports");
  const [address, set] = useQueryStates(importAddress, { history: "push" });
  // `show`: the check or step whose invoices are listed; null: the newest invoices.
  const { show, page } = address;
  const isEmpty = record.contents.invoicesCount === 0;
  const { data, error, isPlaceholderData, refetch } = useQuery(
    useTRPC().imports.contents.queryOptions(contentsQuery(record.id, address), { placeholderData: keepPreviousData }),
  );
  const { data: progress } = useQuery(
    useTRPC().imports.progress.queryOptions({ importId: record.id }, { enabled: record.transmittedAt !== null }),
  );
  const total = show ? countOf(record, progress, show) : record.contents.invoicesCount;
  const columns = useColumns(record);

  return (
    <div id={CONTENTS_ID} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Section
        title={say("contents.title")}
        note={say("number", { count: total })}
        actions={
          <>
            {show && (
              <FilterChip
                name={say("contents.only")}
                value={say(`contents.concerns.${show}`)}
                onRemove={() => void set({ show: null, page: 1 })}
              />
            )}
            {!isEmpty && (
              <Link className="text-sm" href={listHref({ import: record.id })}>
                {say("contents.openAsList")}
              </Link>
            )}
          </>
        }
      >
        {isEmpty && <Empty record={record} />}
        {!isEmpty && error && <Trouble bare title={say("contents.failed")} error={error} onRetry={() => void refetch()} />}
        {!isEmpty && !error && !data && (
          <TableSkeleton caption={say("contents.title")} columns={columns.map(({ id, ...cellProps }) => cellProps)} flush cards />
        )}
        {data && data.length > 0 && <Rows record={record} columns={columns} rows={data} isBusy={isPlaceholderData} />}
        {!isEmpty && data?.length === 0 && <p className="text-sm text-ink-muted">{say("contents.none")}</p>}
        {show && data && data.length > 0 && (
          <PageFoot
            page={page}
            pageSize={CONTENTS_SIZE}
            total={total}
            hrefOf={(number) => importHref(record.id, { show, page: number })}
            onPage={(number) => void set({ page: number })}
          />
        )}
        {!show && total > CONTENTS_SIZE && (
          <p className="text-sm text-ink-faint">
            {say.rich("contents.more", {
              shown: CONTENTS_SIZE,
              total,
              link: (words) => <Link href={listHref({ import: record.id })}>{words}</Link>,
            })}
          </p>
        )}
      </Section>
    </div>
  );
}

/** Returns the number of invoices that a check or a step of the progress is about. */
function countOf(
  { contents, reach, doubtfulPhoneNumbersCount, withoutIbanCount, withoutMandateCount }: ImportDescription,
  progress: ImportProgress | undefined,
  chosen: Concern | ProgressStep,
): number {
  const counts: Record<Concern | ProgressStep, number> = {
    written: 0,
    not_arrived: 0,
    opened: 0,
    ...progress?.steps,
    without_email: contents.invoicesCount - reach.email.invoicesCount,
    nobody: reach.nobody.invoicesCount,
    doubtful_phone: doubtfulPhoneNumbersCount,
    without_iban: withoutIbanCount,
    without_mandate: withoutMandateCount,
  };
  return counts[chosen];
}

type Column = SkeletonColumn & { className?: string; id: "number" | "customer" | "reach" | "billed" | "outstanding" };

/** Columns of the invoices. Billed and outstanding amounts have separate columns only after the transmission, when they can differ. */
function useColumns({ currency, transmittedAt }: ImportDescription): Column[] {
  const say = useTranslations("imports.contents");
  const billed: Column = { id: "billed", head: say("billed", { currency }), numeric: true, hideOrder: 3, card: "hide" };
  return [
    { id: "number", head: say("number"), clip: true, card: 3 },
    { id: "customer", head: say("customer"), clip: true, card: 1, className: "sm:w-[34%]" },
    { id: "reach", head: say("reachedBy"), card: 4 },
    ...(transmittedAt ? [billed] : []),
    transmittedAt
      ? { id: "outstanding", head: say("outstanding", { currency }), money: true, card: 2 }
      : { id: "outstanding", head: say("amount", { currency }), numeric: true, card: 2 },
  ];
}

interface RowsProps {
  record: ImportDescription;
  columns: Column[];
  rows: ContainedInvoice[];
  isBusy: boolean;
}

function Rows({ record, columns, rows, isBusy }: RowsProps) {
  const say = useTranslations("imports.contents");
  return (
    <Table caption={say("title")} flush cards busy={isBusy}>
      <ColumnHeads columns={columns} />
      <TableBody>
        {rows.map((row) => {
          const contents = {
            number: <span title={row.externalInvoiceNumber}>{row.externalInvoiceNumber}</span>,
            customer: (
              <RowLink href={invoiceHref(row.id, { import: record.id })} title={row.customerName}>
                {row.customerName}
              </RowLink>
            ),
            reach: <ReachedBy reach={row.reach} />,
            billed: <Amount cents={row.billedCents} />,
            outstanding: <Amount cents={row.outstandingCents} />,
          };
          return (
            <Row key={row.id}>
              {columns.map(({ id, head, className, ...cellProps }) => (
                <Cell key={id} {...cellProps} className={clsx(className, (id === "number" || id === "billed") && "text-ink-muted")}>
                  {contents[id]}
                </Cell>
              ))}
            </Row>
          );
        })}
      </TableBody>
    </Table>
  );
}

function ReachedBy({ reach }: Pick<ContainedInvoice, "reach">) {
  const say = useTranslations("imports.reach.short");
  return (
    <Fact tone={reach === "nobody" ? "ourTurn" : "neutral"} icon={reachIcons[reach]}>
      {say(reach)}
    </Fact>
  );
}

/**
 * Shown for an import without invoices. People add invoices with the button at the top of the page; partners' systems add them through the
 * interface, which requires the import's id shown here.
 */
function Empty({ record: { id } }: { record: ImportDescription }) {
  const say = useTranslations("imports");
  return (
    <EmptyState
      kind="nothing-yet"
      title={say("empty.title")}
      action={<CopyButton value={id} name={say("details.id")} label={say("empty.copy")} />}
    >
      {say.rich("empty.body", { code: (words) => <code className="font-mono text-[0.92em]">{words}</code> })}
    </EmptyState>
  );
}
