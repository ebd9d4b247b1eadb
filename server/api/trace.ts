/** Facts about a request that it does not itself contain, for its answer and for the log. */
export interface Trace {
  requestId: string;
  /** Path without the query string, which may hold a key. */
  path: string;
  partnerId?: string;
  keyId?: string;
  /** Network address that the request came from. */
  address?: string;
  /** Headers of the answer, on success and on failure. */
  headers: Record<string, string>;
  /** Error on our side. */
  failure?: unknown;
}
