import { isDeepStrictEqual } from "node:util";
import type { Database } from "@/db/client";
import { DomainError } from "@/server/errors";
import { findPerson } from "./find-person";
import type { Person } from "./person";

/**
 * Passes pieces on as long as the person has the rights that they had at the beginning: a long answer must not outlive an account that is
 * disabled or limited. Throws `not_allowed` before the first piece after that.
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
