import { defaultShouldDehydrateQuery, QueryCache, QueryClient } from "@tanstack/react-query";
import { wire } from "@/server/domain/formats/wire";

/** Time in ms for which data sent with a page counts as fresh, so that the page does not request it again at once. */
const FRESH_MS = 30_000;

/** Creates a client. `onFailure` is called for every query that fails for good. */
export function makeQueryClient(onFailure?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: retryUnlessRefused, retryDelay: delayOfRetry },
      // A query that the server has started is sent unfinished, and its page waits for the rest.
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

/** A refusal is not repeated; trouble on the way may pass. On the server a reader waits for the page, so only the browser tries again. */
function retryUnlessRefused(failures: number, error: unknown): boolean {
  if (typeof window === "undefined") return false;
  const status = readStatus(error);
  return failures < RETRIES && (status === undefined || status >= 500);
}

/** Returns the delay. A query that failed while the server rendered the page arrives without its reason: the browser repeats it at once. */
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
