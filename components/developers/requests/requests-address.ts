import { createLoader, createSerializer, type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** The log of requests as it stands in its address: which are shown, and from which on. */
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

/** What the requests are asked for. */
export function requestsQuery({ show, requestId, before }: RequestsAddress) {
  return { refused: show === "refused", requestId: requestId?.trim().slice(0, 128) || null, before, pageSize: 50 };
}
