import type { Endpoint } from "@/server/notifications/endpoint";

/** Returns the name for people: its description, or its address. */
export function endpointName({ description = "", url }: Pick<Endpoint, "url"> & { description?: string }): string {
  return description || url.replace(/^https?:\/\//, "");
}
