import type { Endpoint } from "@/server/outbound/notifications/endpoint";

/** What people call it: its description, or the address that it has. */
export function endpointName({ description = "", url }: Pick<Endpoint, "url"> & { description?: string }): string {
  return description || url.replace(/^https?:\/\//, "");
}
