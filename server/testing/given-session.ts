import { encode } from "next-auth/jwt";
import { authSecrets } from "@/server/env";
import type { Person } from "@/server/tenancy/people/person";

/** Returns the value of the cookie of the person's session. */
export function givenSession({ id, sessionId }: Pick<Person, "id" | "sessionId">, secret = authSecrets()[0]): Promise<string> {
  return encode({ token: { sub: id, session: sessionId, signedInAt: Date.now() }, secret });
}
