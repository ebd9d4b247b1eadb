import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { findSandbox, type Sandbox } from "./find-sandbox";

/** Returns the partner's sandbox. Throws `not_a_sandbox` if the partner is not one. */
export async function requireSandbox(db: Database, actor: Actor): Promise<Sandbox> {
  const sandbox = await findSandbox(db, actor);
  if (!sandbox) throw new DomainError("not_a_sandbox");
  return sandbox;
}
