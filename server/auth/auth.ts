import { cookies, headers } from "next/headers";
import { decode } from "next-auth/jwt";
import { cache } from "react";
import { db } from "@/db/client";
import { authSecret } from "@/server/env";
import { clientAddress, peerAddress } from "@/server/platform/client-address";
import { findPerson } from "@/server/tenancy/people/find-person";
import type { Person } from "@/server/tenancy/people/person";
import { readClaims, sessionCookie } from "./auth-options";

/**
 * The signed-in person. Looked up once per page rendering and for every other request: a disabled account, a changed role and an ended session take
 * effect at once.
 */
export const signedInPerson = cache(async (): Promise<Person | null> => {
  const token = (await cookies()).get(sessionCookie())?.value;
  return token ? personOf(token) : null;
});

/** From where the request comes, as far as it can be believed; for what is limited by it. */
export async function requestAddress(): Promise<string> {
  return clientAddress((await headers()).get("x-forwarded-for"), peerAddress());
}

/** The session's person; undefined if it has ended or is not a session. */
export async function personOf(token: string): Promise<Person | null> {
  const session = await decode({ token, secret: authSecret() }).catch(() => null);
  const claims = readClaims(session);
  return (claims && (await findPerson(db, claims.sub, claims.version))) ?? null;
}
