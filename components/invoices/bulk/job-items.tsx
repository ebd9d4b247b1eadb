"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { useFailureText } from "@/components/failures/failure";
import { Tab, Tabs } from "@/components/ui/page/tabs";
import { PageFoot } from "@/components/ui/table/pager";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Fact } from "@/components/ui/text/fact";
import type { BulkJobItem, BulkJobProgress } from "@/server/billing/bulk-jobs/bulk-job";
import { itemsQueryOf, type JobAddress, jobAddress, jobHref, outcomes, PAGE_SIZE } from "./job-address";

const POLL_MS = 2_000;

/** A row for each invoice: its outcome, and the reason for a refusal. */
export function JobItems({ job }: { job: BulkJobProgress }) {
  const say = useTranslations("bulkJobs");
  const [address, go] = useQueryStates(jobAddress, { history: "push" });
  const { data: items, isPlaceholderData } = useQuery(
    useTRPC().bulkJobs.items.queryOptions(itemsQueryOf(job.id, address), {
      placeholderData: keepPreviousData,
      refetchInterval: job.finishedAt ? false : POLL_MS,
    }),
  );
  const counts: Record<JobAddress["outcome"] & string, number> = {
    done: job.doneCount,
    refused: job.refusedCount,
    left: job.leftCount,
  };
  const hasCreditNotes = job.retraction !== null;

  return (
    <section aria-label={say("result")}>
      <Tabs name={say("tabs")} className="border-b border-line">
        {[null, ...outcomes].map((outcome) => (
          <Tab
            key={outcome}
            href={jobHref(job.id, { outcome })}
            current={address.outcome === outcome}
            count={outcome ? counts[outcome] : job.size}
            onNavigate={(event) => {
              event.preventDefault();
              void go({ outcome, page: 1 });
            }}
          >
            {say(`outcome.${outcome ?? "all"}`)}
          </Tab>
        ))}
      </Tabs>
      <Table caption={say("result")} cards flush busy={isPlaceholderData}>
        <TableHead>
          <HeadCell>{say("column.number")}</HeadCell>
          <HeadCell>{say("column.customer")}</HeadCell>
          <HeadCell>{say("column.outcome")}</HeadCell>
          {hasCreditNotes && <HeadCell>{say("column.creditNote")}</HeadCell>}
          <HeadCell>{say("column.reason")}</HeadCell>
        </TableHead>
        <TableBody>
          {items?.entries.map((item) => (
            <Item key={item.position} item={item} job={job} />
          ))}
        </TableBody>
      </Table>
      {items?.totalEntries === 0 && <p className="py-6 text-sm text-ink-muted">{say("noneOfThese")}</p>}
      {items && (
        <PageFoot
          page={address.page}
          pageSize={PAGE_SIZE}
          total={items.totalEntries}
          hrefOf={(page) => jobHref(job.id, { ...address, page })}
          onPage={(page) => void go({ page }, { scroll: true })}
        />
      )}
    </section>
  );
}

function Item({ item, job }: { item: BulkJobItem; job: BulkJobProgress }) {
  const textOf = useFailureText();
  const { invoiceId, invoiceNumber, customerName, outcome, errorCode } = item;
  const isDeleted = job.kind === "delete_invoices" && outcome === "done";
  return (
    <Row>
      <Cell card="hide">{invoiceNumber}</Cell>
      <Cell card={1} clip className="font-medium">
        {isDeleted ? customerName : <RowLink href={`/invoices/${invoiceId}`}>{customerName}</RowLink>}{" "}
        <span className="text-xs font-normal text-ink-faint sm:sr-only">{invoiceNumber}</span>
      </Cell>
      <Cell card={2}>
        <Outcome item={item} kind={job.kind} />
      </Cell>
      {job.retraction && (
        <Cell card={3} className="text-ink-muted">
          {outcome === "done" && `${job.retraction.creditNotePrefix}${invoiceNumber}`}
        </Cell>
      )}
      <Cell card="line" className="text-ink-muted">
        {errorCode && (
          <>
            {textOf(errorCode)} <code className="text-xs text-ink-faint">{errorCode}</code>
          </>
        )}
      </Cell>
    </Row>
  );
}

function Outcome({ item: { outcome }, kind }: { item: BulkJobItem; kind: BulkJobProgress["kind"] }) {
  const say = useTranslations("bulkJobs");
  if (outcome === null) return <Fact tone="none">{say("outcome.left")}</Fact>;
  if (outcome === "done") return <Fact tone="paid">{say(doneWords[kind])}</Fact>;
  return (
    <Fact tone="overdue" icon={CircleAlert}>
      {say("outcome.refused")}
    </Fact>
  );
}

const doneWords = { delete_invoices: "deleted", retract_invoices: "retracted", pause_invoices: "paused" } as const;
