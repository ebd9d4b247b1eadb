import { createLoader, createSerializer, type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { parseAsPage } from "@/components/data/address";

export const PAGE_SIZE = 50;
/** Outcomes of a bulk action's items. `left`: not processed yet. */
export const outcomes = ["done", "refused", "left"] as const;

const page = parseAsPage.withDefault(1);

/** State of a bulk action's page in its URL. */
export const jobAddress = { outcome: parseAsStringLiteral(outcomes), page };
export type JobAddress = inferParserType<typeof jobAddress>;

export const loadJobAddress = createLoader(jobAddress);
const write = createSerializer(jobAddress);

export function jobHref(jobId: string, address: Partial<JobAddress> = {}): string {
  return write(`/invoices/bulk-actions/${jobId}`, address);
}

/** State of the list of bulk actions in its URL: only the page. */
export const jobsAddress = { page };
export const loadJobsAddress = createLoader(jobsAddress);
export const jobsHref = createSerializer(jobsAddress);

export function itemsQueryOf(jobId: string, { outcome, page }: JobAddress) {
  return { jobId, outcome, pageNumber: page, pageSize: PAGE_SIZE };
}
