import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Actor, identityOf } from "@/server/actor";
import { nameOfActor } from "./name-of-actor";

/** Returns an actor's name for mails, on one line: a person's name, a key's name after `API:`, the service's name for any other actor. */
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
