import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Partner, partners } from "@/db/schema/partners";
import { newId } from "@/server/platform/id";

/** Takes a partner in, for good as a sandbox or for good as a real one. Whoever runs the service does this; nobody can over the interface. */
export async function createPartner(db: Database, { name, isSandbox = false }: { name: string; isSandbox?: boolean }): Promise<Partner> {
  return only(await db.insert(partners).values({ id: newId(), name, isSandbox, createdAt: new Date() }).returning());
}
