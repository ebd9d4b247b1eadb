import type { Endpoint } from "@/server/notifications/endpoint";

/** Returns the endpoint's name for people: its description, otherwise its address without the scheme. */
export function endpointName({ description = "", url }: Pick<Endpoint, "url"> & { description?: string }): string {
  return description || url.replace(/^https?:\/\//, "");
}
