import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Partner, partners } from "@/db/schema/partners";
import { newId } from "../id";

/** Takes a partner in. Whoever runs the service does this; nobody can over the interface. */
export async function createPartner(db: Database, { name }: { name: string }): Promise<Partner> {
  return only(await db.insert(partners).values({ id: newId(), name, createdAt: new Date() }).returning());
}
