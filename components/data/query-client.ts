import { defaultShouldDehydrateQuery, QueryCache, QueryClient } from "@tanstack/react-query";
import { wire } from "@/server/domain/wire";

/** How long what the server sent with a page counts as fresh, so that the page does not ask for it again at once. */
const FRESH_MS = 30_000;

/** `onFailure` hears of every query that fails for good. */
export function makeQueryClient(onFailure?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: retryUnlessRefused, retryDelay: delayOfRetry },
      // A query that the server has begun is handed over unfinished, and its page waits for the rest.
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

/** A refusal will be one the next time too; trouble on the way may pass. On the server a reader waits for the page, which tries again in the browser. */
function retryUnlessRefused(failures: number, error: unknown): boolean {
  if (typeof window === "undefined") return false;
  const status = readStatus(error);
  return failures < RETRIES && (status === undefined || status >= 500);
}

/** A query that failed while the server rendered the page arrives without its reason: the browser asks for it at once. */
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
