"use client";

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Columns, PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { JobFacts } from "./job-facts";
import { JobItems } from "./job-items";
import { JobProgress } from "./job-progress";

const POLL_MS = 1_000;

/** A bulk action: its progress, and each invoice's outcome. It continues even if this page is closed. */
export function BulkJob({ jobId }: { jobId: string }) {
  const say = useTranslations("bulkJobs");
  const trpc = useTRPC();
  const { data: job } = useSuspenseQuery(
    trpc.bulkJobs.get.queryOptions({ jobId }, { refetchInterval: ({ state }) => (state.data?.finishedAt ? false : POLL_MS) }),
  );
  useFreshListsWhen(job.finishedAt !== null);

  return (
    <>
      <PageHead
        rule
        title={say(`kind.${job.kind}`, { count: job.size })}
        crumbs={[
          { label: say("invoices"), href: "/invoices" },
          { label: say("title"), href: "/invoices/bulk-actions" },
        ]}
      />
      <PageBody className="pt-6">
        <Columns>
          <Stack>
            <JobProgress job={job} />
            <JobItems job={job} />
          </Stack>
          <JobFacts job={job} />
        </Columns>
      </PageBody>
    </>
  );
}

/** Once the action finishes, refetches the lists, figures and records that it has changed. */
function useFreshListsWhen(isFinished: boolean) {
  const queries = useQueryClient();
  const wasFinished = useRef(isFinished);
  useEffect(() => {
    if (isFinished && !wasFinished.current) void queries.invalidateQueries();
    wasFinished.current = isFinished;
  }, [isFinished, queries]);
}
