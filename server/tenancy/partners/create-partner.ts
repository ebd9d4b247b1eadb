import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Partner, partners } from "@/db/schema/partners";

/** Creates a partner. It cannot later become a sandbox, or stop being one. For the operator only; the interface does not offer it. */
export async function createPartner(db: Database, { name, isSandbox = false }: { name: string; isSandbox?: boolean }): Promise<Partner> {
  return only(await db.insert(partners).values({ name, isSandbox, createdAt: new Date() }).returning());
}
