import { createLoader, createSerializer, type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { parseAsId } from "@/components/data/address";
import type { DeliveryState } from "@/server/notifications/delivery";

export const filters = ["failed", "waiting", "delivered"] as const;
type DeliveryFilter = (typeof filters)[number];

/** State of an endpoint's page in its URL: the filter of deliveries, the delivery after which the list starts, and the open delivery. */
export const endpointAddress = {
  show: parseAsStringLiteral(filters),
  before: parseAsId,
  delivery: parseAsId,
};

export type EndpointAddress = inferParserType<typeof endpointAddress>;

export const loadEndpointAddress = createLoader(endpointAddress);
const write = createSerializer(endpointAddress);

export function endpointHref(endpointId: string, address: Partial<EndpointAddress> = {}): string {
  return write(`/developers/endpoints/${endpointId}`, address);
}

const PAGE_SIZE = 20;

/** States of the deliveries in each filter. A failed delivery that will be retried is also listed as failed. */
const statesOf: Record<DeliveryFilter, DeliveryState[]> = {
  failed: ["failing", "failed"],
  waiting: ["waiting"],
  delivered: ["delivered"],
};

/** Returns the query of the deliveries. */
export function deliveriesQuery(endpointId: string, { show, before }: EndpointAddress) {
  return { endpointId, states: show ? statesOf[show] : [], before, pageSize: PAGE_SIZE };
}
