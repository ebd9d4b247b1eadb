import { createLoader, createSerializer, type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsId } from "@/components/data/address";
import { eventAreas } from "@/server/domain/rules/event-kinds";

/** State of the security log in its URL: the filters, and the event after which the page starts. */
export const eventsAddress = {
  area: parseAsStringLiteral(eventAreas),
  /** Kind and id of the record that the events are about, such as `key:` and an id. */
  about: parseAsString,
  /** Id of the person who acted. */
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

/** Returns the query of the events. */
export function eventsQuery(address: EventsAddress) {
  return { ...eventsFilter(address), before: address.before, pageSize: 50 };
}
