import { defaultShouldDehydrateQuery, QueryCache, QueryClient } from "@tanstack/react-query";
import { wire } from "@/server/domain/formats/wire";

/** Time in ms during which data sent with a page counts as fresh, so that the page does not request it again immediately. */
const FRESH_MS = 30_000;

/** Creates a client. `onFailure` is called for each query that has failed and will not be retried. */
export function makeQueryClient(onFailure?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: retryUnlessRefused, retryDelay: delayOfRetry },
      // A query that is still pending on the server is sent as well; the page waits for its result.
      dehydrate: {
        serializeData: wire.serialize,
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === "pending",
      },
      hydrate: { deserializeData: wire.deserialize },
    },
  });
}

/** Maximum number of retries of a query. */
const MOST_RETRIES = 2;
const LONGEST_DELAY_MS = 30_000;

/**
 * Whether to retry a failed query. Refusals (status below 500) are not retried; a broken connection or a failing server may recover. Only
 * the browser retries, because a retry on the server would delay the whole page.
 */
function retryUnlessRefused(failures: number, error: unknown): boolean {
  if (typeof window === "undefined") return false;
  const status = readStatus(error);
  return failures < MOST_RETRIES && (status === undefined || status >= 500);
}

/**
 * Returns the delay before a retry, in ms. A query that failed while the server rendered the page reaches the browser as an error without
 * `data`, and is retried immediately.
 */
function delayOfRetry(failures: number, error: unknown): number {
  const isFromServer = error instanceof Error && !("data" in error);
  return isFromServer ? 0 : Math.min(1_000 * 2 ** failures, LONGEST_DELAY_MS);
}

/** Returns the HTTP status of the answer; undefined if there was no answer. */
function readStatus(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("data" in error)) return undefined;
  const { data } = error;
  if (typeof data !== "object" || data === null || !("httpStatus" in data)) return undefined;
  return typeof data.httpStatus === "number" ? data.httpStatus : undefined;
}
