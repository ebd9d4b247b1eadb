import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Season, seasons } from "@/db/schema/seasons";
import type { Actor } from "@/server/actor";

/** Returns the sandbox's season; undefined if it has none. */
export async function readSeason(db: Database, { partnerId }: Pick<Actor, "partnerId">): Promise<Season | undefined> {
  const [season] = await db.select().from(seasons).where(eq(seasons.partnerId, partnerId));
  return season;
}

/** As `readSeason`, and locks the season until the transaction ends. */
export async function lockSeason(tx: Database, { partnerId }: Pick<Actor, "partnerId">): Promise<Season | undefined> {
  const [season] = await tx.select().from(seasons).where(eq(seasons.partnerId, partnerId)).for("update");
  return season;
}

/** Condition: this season. */
export function whereSeason({ partnerId, id }: Pick<Season, "partnerId" | "id">) {
  return and(eq(seasons.partnerId, partnerId), eq(seasons.id, id));
}
