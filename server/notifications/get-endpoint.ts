import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { type ListedEndpoint, listEndpoints } from "./list-endpoints";

/** Returns one of the partner's endpoints, with what it is owed. Throws `not_allowed`, `invalid_endpoint_id`. */
export async function getEndpoint(db: Database, actor: Actor, id: string): Promise<ListedEndpoint> {
  const found = (await listEndpoints(db, actor)).find((endpoint) => endpoint.id === id);
  if (!found) throw new DomainError("invalid_endpoint_id");
  return found;
}
