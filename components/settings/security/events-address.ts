import { createLoader, createSerializer, type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsId } from "@/components/data/address";
import { eventAreas } from "@/server/domain/event-kinds";

/** The security log as it stands in its address: what it is narrowed to, and from which event on. */
export const eventsAddress = {
  area: parseAsStringLiteral(eventAreas),
  about: parseAsString,
  by: parseAsId,
  before: parseAsInteger,
};

export type EventsAddress = inferParserType<typeof eventsAddress>;

export const loadEventsAddress = createLoader(eventsAddress);
const write = createSerializer(eventsAddress);

export function eventsHref(address: Partial<EventsAddress> = {}, path = "/settings/security"): string {
  return write(path, address);
}

export function eventsFilter({ area, about, by }: EventsAddress) {
  return { area, about, by };
}

/** What the events are asked for. */
export function eventsQuery(address: EventsAddress) {
  return { ...eventsFilter(address), before: address.before, pageSize: 50 };
}
