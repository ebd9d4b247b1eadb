import { createLoader, createSerializer, type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { parseAsId } from "@/components/data/address";
import type { DeliveryState } from "@/server/notifications/delivery";

export const filters = ["failed", "waiting", "delivered"] as const;
type DeliveryFilter = (typeof filters)[number];

/** State of an endpoint's page in its URL: the filter of deliveries, the limit of the list, and the open delivery. */
export const endpointPageState = {
  show: parseAsStringLiteral(filters),
  /** Id of a delivery. Only older deliveries are listed. */
  before: parseAsId,
  delivery: parseAsId,
};

export type EndpointPageState = inferParserType<typeof endpointPageState>;

export const loadEndpointPageState = createLoader(endpointPageState);
const write = createSerializer(endpointPageState);

export function endpointHref(endpointId: string, state: Partial<EndpointPageState> = {}): string {
  return write(`/developers/endpoints/${endpointId}`, state);
}

const PAGE_SIZE = 20;

/** States of the deliveries in each filter. A failed delivery that will be retried is also listed as failed. */
const statesOf: Record<DeliveryFilter, DeliveryState[]> = {
  failed: ["failing", "failed"],
  waiting: ["waiting"],
  delivered: ["delivered"],
};

/** Returns the query of the deliveries. An empty list of states stands for all states. */
export function deliveriesQuery(endpointId: string, { show, before }: EndpointPageState) {
  return { endpointId, states: show ? statesOf[show] : [], before, pageSize: PAGE_SIZE };
}
