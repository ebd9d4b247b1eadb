"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { type Failure, failureOf } from "@/components/failures/failure";
import type { BulkPause } from "@/db/schema/bulk-jobs";
import type { InvoiceFilter } from "@/server/billing/invoices/invoice-filter";

/** Invoices for the action: either selected one by one, or all that match the list's filter. */
export type SelectedInvoices = { ids: string[] } | { filter: InvoiceFilter };

/** Counts the selected invoices for a dialog, and starts a bulk action on them if they are still those that were counted. */
export function useNewBulkJob(selection: SelectedInvoices, onStarted: (jobId: string) => void) {
  const trpc = useTRPC();
  const [refusal, setRefusal] = useState<Failure>();
  // People decide by these numbers, so they are counted when the dialog opens, and again only if the server refuses them.
  const counted = useQuery(
    trpc.bulkJobs.preview.queryOptions({ selection }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnMount: "always" }),
  );
  const job = useMutation(
    trpc.bulkJobs.start.mutationOptions({
      onSuccess: ({ id }) => onStarted(id),
      onError: (error) => {
        const failure = failureOf(error);
        setRefusal(failure);
        if (failure.code === "selection_changed") void counted.refetch();
      },
    }),
  );
  const preview = counted.isFetching ? undefined : counted.data;
  return {
    /** Preview of the effect; undefined until counted. */
    preview,
    /** Why the action was refused, or could not be previewed. */
    refusal: counted.error ? failureOf(counted.error) : refusal,
    isStarting: job.isPending || job.isSuccess,
    start: (
      act:
        | { kind: "delete_invoices" }
        | { kind: "retract_invoices"; retraction: NewRetraction }
        | { kind: "pause_invoices"; pause: BulkPause },
    ) => {
      setRefusal(undefined);
      if (preview) job.mutate({ selection, expected: preview.expected, ...act });
    },
  };
}

export interface NewRetraction {
  creditNotePrefix: string;
  description: string;
  retractionReason: string;
  showRetractionReasonToCustomer: boolean;
  leavesSettled: boolean;
}
