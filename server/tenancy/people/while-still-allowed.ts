import { isDeepStrictEqual } from "node:util";
import type { Database } from "@/db/client";
import { DomainError } from "@/server/errors";
import { findPerson } from "./find-person";
import type { Person } from "./person";

/**
 * Hands pieces on for as long as the person may see what they could when they began: a long answer must not outlive an account that is disabled
 * or limited meanwhile. Throws `not_allowed` before the first piece after that.
 */
export async function* whileStillAllowed<Piece>(db: Database, person: Person, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    const now = await findPerson(db, person.sessionId);
    if (!now || !isDeepStrictEqual(rightsOf(now), rightsOf(person))) throw new DomainError("not_allowed");
    yield piece;
  }
}

function rightsOf({ partnerId, role, accessLevel, companyIds }: Person) {
  return { partnerId, role, accessLevel, companyIds: companyIds?.toSorted() };
}
