"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { ButtonLink } from "@/components/ui/form/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { LoadingNote } from "@/components/ui/page/skeleton";
import { PageFoot } from "@/components/ui/table/pager";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { BulkJobProgress } from "@/server/billing/bulk-jobs/bulk-job";
import { jobHref, jobsAddress, jobsHref, PAGE_SIZE } from "./job-address";

const POLL_MS = 3_000;

/** All bulk actions, newest first. */
export function BulkJobs() {
  const say = useTranslations("bulkJobs");
  const [{ page }, go] = useQueryStates(jobsAddress, { history: "push" });
  const { data: jobs, isPlaceholderData } = useQuery(
    useTRPC().bulkJobs.list.queryOptions(
      { pageNumber: page, pageSize: PAGE_SIZE },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (state.data?.entries.some(({ finishedAt }) => !finishedAt) ? POLL_MS : false),
      },
    ),
  );

  return (
    <>
      <PageHead rule title={say("acts")} crumbs={[{ label: say("invoices"), href: "/invoices" }]} />
      <PageBody className="pt-4">
        {!jobs && <LoadingNote />}
        {jobs?.totalEntries === 0 && (
          <EmptyState
            kind="nothing-yet"
            title={say("nothingYet.title")}
            action={
              <ButtonLink href="/invoices" variant="primary">
                {say("nothingYet.action")}
              </ButtonLink>
            }
          >
            {say("nothingYet.body")}
          </EmptyState>
        )}
        {jobs && jobs.totalEntries > 0 && (
          <>
            <Table caption={say("acts")} cards flush busy={isPlaceholderData}>
              <TableHead>
                <HeadCell>{say("column.act")}</HeadCell>
                <HeadCell>{say("column.outcome")}</HeadCell>
                <HeadCell>{say("column.startedBy")}</HeadCell>
                <HeadCell numeric>{say("column.startedAt")}</HeadCell>
              </TableHead>
              <TableBody>
                {jobs.entries.map((job) => (
                  <JobRow key={job.id} job={job} />
                ))}
              </TableBody>
            </Table>
            <PageFoot
              page={page}
              pageSize={PAGE_SIZE}
              total={jobs.totalEntries}
              hrefOf={(number) => jobsHref("/invoices/bulk-actions", { page: number })}
              onPage={(number) => void go({ page: number }, { scroll: true })}
            />
          </>
        )}
      </PageBody>
    </>
  );
}

function JobRow({ job }: { job: BulkJobProgress }) {
  const say = useTranslations("bulkJobs");
  const { doneCount, refusedCount, size } = job;
  return (
    <Row>
      <Cell card={1} className="font-medium">
        <RowLink href={jobHref(job.id)}>{say(`kind.${job.kind}`, { count: size })}</RowLink>
      </Cell>
      <Cell card={3} className="text-ink-muted">
        {job.finishedAt
          ? say("progress.finished", { done: doneCount, refused: refusedCount })
          : say("progress.running", { finished: doneCount + refusedCount, size })}
      </Cell>
      <Cell card={4} className="text-ink-muted">
        {job.startedBy.name}
      </Cell>
      <Cell numeric card={2} className="text-ink-muted">
        <RelativeTime at={job.createdAt} inRealTime />
      </Cell>
    </Row>
  );
}
