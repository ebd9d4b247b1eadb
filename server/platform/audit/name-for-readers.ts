import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Actor, identityOf } from "@/server/actor";
import { nameOfActor } from "./name-of-actor";

/** Returns an actor's name for mails, on one line: a person or a key by its name, any other actor as the service. */
export async function nameForReaders(tx: Database, actor: Actor): Promise<string> {
  const { name } = only(
    await tx.execute<{ name: string | null }>(sql`select ${nameOfActor(sql`${identityOf(actor)}::text`, actor.partnerId)} as name`),
  );
  const shown = onOneLine(name ?? SERVICE);
  return actor.kind === "key" ? `API: ${shown}` : shown;
}

/** Replaces line breaks: a name of several lines could add a message of its own to the mail. */
export function onOneLine(name: string): string {
  return name.replace(/\s+/g, " ");
}

const SERVICE = "Invoice Collection Service";
