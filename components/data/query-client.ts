import { defaultShouldDehydrateQuery, QueryCache, QueryClient } from "@tanstack/react-query";
import { wire } from "@/server/domain/formats/wire";

/** Time in ms during which data sent with a page counts as fresh, so that the page does not request it again immediately. */
const FRESH_MS = 30_000;

/** Creates a client. `onFailure` is called for each query that has finally failed. */
export function makeQueryClient(onFailure?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: retryUnlessRefused, retryDelay: delayOfRetry },
      // A query begun on the server may be sent unfinished; its page waits for the rest.
      dehydrate: {
        serializeData: wire.serialize,
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === "pending",
      },
      hydrate: { deserializeData: wire.deserialize },
    },
  });
}

const RETRIES = 2;
const LONGEST_DELAY_MS = 30_000;

/**
 * Whether to repeat a failed query. A refusal is not repeated, but a connection may recover. On the server a reader waits for the page, so
 * only the browser repeats.
 */
function retryUnlessRefused(failures: number, error: unknown): boolean {
  if (typeof window === "undefined") return false;
  const status = readStatus(error);
  return failures < RETRIES && (status === undefined || status >= 500);
}

/**
 * Returns the delay before a repetition. A query that failed while the server rendered the page arrives without a reason, and the browser
 * repeats it immediately.
 */
function delayOfRetry(failures: number, error: unknown): number {
  const isFromServer = error instanceof Error && !("data" in error);
  return isFromServer ? 0 : Math.min(1_000 * 2 ** failures, LONGEST_DELAY_MS);
}

function readStatus(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("data" in error)) return undefined;
  const { data } = error;
  return typeof data === "object" && data !== null && "httpStatus" in data && typeof data.httpStatus === "number"
    ? data.httpStatus
    : undefined;
}
