import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Partner, partners } from "@/db/schema/partners";

/** Creates a partner, which stays a sandbox or a real partner for good. For the operator only, not over the interface. */
export async function createPartner(db: Database, { name, isSandbox = false }: { name: string; isSandbox?: boolean }): Promise<Partner> {
  return only(await db.insert(partners).values({ name, isSandbox, createdAt: new Date() }).returning());
}
