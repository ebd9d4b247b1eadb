/** What is known of a request besides the request, for its answer and for the log. */
export interface Trace {
  requestId: string;
  /** Without the query string, which may hold a key. */
  path: string;
  partnerId?: string;
  keyId?: string;
  /** The network that the request came from. */
  address?: string;
  /** Headers of the answer, whether the request succeeds or fails. */
  headers: Record<string, string>;
  /** What went wrong on our side. */
  failure?: unknown;
}
