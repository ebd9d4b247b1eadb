import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { findSandbox, type Sandbox } from "./find-sandbox";

/** Throws `not_a_sandbox`. */
export async function requireSandbox(db: Database, actor: Actor): Promise<Sandbox> {
  const sandbox = await findSandbox(db, actor);
  if (!sandbox) throw new DomainError("not_a_sandbox");
  return sandbox;
}
