import { createLoader, createSerializer, type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** State of the log of requests in its URL: the filters, and the request after which the page starts. */
export const requestsAddress = {
  show: parseAsStringLiteral(["refused"]),
  requestId: parseAsString,
  before: parseAsInteger,
};

export type RequestsAddress = inferParserType<typeof requestsAddress>;

export const loadRequestsAddress = createLoader(requestsAddress);
const write = createSerializer(requestsAddress);

export function requestsHref(address: Partial<RequestsAddress> = {}): string {
  return write("/developers/requests", address);
}

/** Maximum length of a request id, in characters. */
const ID_LENGTH = 128;
const PAGE_SIZE = 50;

/** Returns the query of the requests. */
export function requestsQuery({ show, requestId, before }: RequestsAddress) {
  return { refused: show === "refused", requestId: requestId?.trim().slice(0, ID_LENGTH) || null, before, pageSize: PAGE_SIZE };
}
