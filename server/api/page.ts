import { z } from "zod";
import type { ErrorCode } from "@/server/errors";
import { field, isNothing, refused } from "@/server/platform/fields";
import type { Page, PageRequest } from "@/server/platform/page";

const PAGE_SIZE = 30;
const PAGE_SIZE_LIMIT = 100;

const positive = (code: ErrorCode, fallback: number, description: string) =>
  field(code, (given) => (isNothing(given) ? fallback : readPositive(given)), {
    type: "integer",
    minimum: 1,
    default: fallback,
    description,
  });

function readPositive(given: unknown): number | typeof refused {
  const number = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : 0;
  return Number.isSafeInteger(number) && number >= 1 ? number : refused;
}

/** Parameters of a page. `underscoredNames` accepts their other spelling, with a colon. */
export const pageParameters = {
  page_number: positive("invalid_page_number", 1, "From 1. Also spelled `page:number`."),
  page_size: positive("invalid_page_size", PAGE_SIZE, "At most 100; more is served as 100. Also spelled `page:size`."),
};

/**
 * Renames the page's parameters from the spelling with a colon to the spelling with an underscore. If both are given, the value with a
 * colon counts.
 */
export function underscoredNames(given: unknown): unknown {
  const parameters = { ...(given as Record<string, unknown>) };
  return {
    ...parameters,
    page_number: parameters["page:number"] ?? parameters.page_number,
    page_size: parameters["page:size"] ?? parameters.page_size,
  };
}

export function pageRequest({ page_number, page_size }: { page_number: number; page_size: number }): PageRequest {
  return { pageNumber: page_number, pageSize: Math.min(page_size, PAGE_SIZE_LIMIT) };
}

export const pageResource = z
  .strictObject({
    page_number: z.int().min(1),
    page_size: z.int().min(1).max(PAGE_SIZE_LIMIT),
    total_entries: z.int().min(0),
    total_pages: z.int().min(0),
  })
  .meta({ id: "Page" });

export function presentPage({ pageNumber, pageSize, totalEntries }: Page<unknown>): z.infer<typeof pageResource> {
  return { page_number: pageNumber, page_size: pageSize, total_entries: totalEntries, total_pages: Math.ceil(totalEntries / pageSize) };
}
