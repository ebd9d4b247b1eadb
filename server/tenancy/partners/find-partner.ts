import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Partner, partners } from "@/db/schema/partners";

export async function findPartner(db: Database, partnerId: string): Promise<Partner | undefined> {
  const [partner] = await db.select().from(partners).where(eq(partners.id, partnerId));
  return partner;
}
