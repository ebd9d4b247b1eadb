import { encode } from "next-auth/jwt";
import { authSecret } from "@/server/env";
import type { Person } from "@/server/tenancy/people/person";

/** What a browser of this person keeps after signing in: the value of the session's cookie. */
export function givenSession({ id, sessionVersion }: Person, secret = authSecret()): Promise<string> {
  return encode({ token: { sub: id, version: sessionVersion, signedInAt: Date.now() }, secret });
}
