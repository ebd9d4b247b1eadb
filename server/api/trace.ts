/** Facts that are collected while a request is handled, for the headers of its answer and for the log. */
export interface Trace {
  requestId: string;
  /** Path without the query string, which may contain a key. */
  path: string;
  partnerId?: string;
  keyId?: string;
  /** The client's address; of an IPv6 address, only its network. */
  address?: string;
  /** Headers of the answer, for success and failure. */
  headers: Record<string, string>;
  /** Error of the service itself, if there was one. */
  failure?: unknown;
}
