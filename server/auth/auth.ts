import { cookies, headers } from "next/headers";
import { cache } from "react";
import { db } from "@/db/client";
import { missingStep } from "@/server/tenancy/factors/missing-step";
import { findPerson } from "@/server/tenancy/people/find-person";
import type { Person } from "@/server/tenancy/people/person";
import type { Visitor } from "@/server/tenancy/people/visitor";
import { deviceCookie, readClaims, sessionCookie } from "./auth-options";
import { decodeSession } from "./decode-session";
import { visitorOf } from "./visitor-of";

/** Returns the person of the request's session, also before they have given their second factor. */
const sessionPerson = cache(async (): Promise<Person | null> => {
  const token = (await cookies()).get(sessionCookie())?.value;
  return token ? personOf(token) : null;
});

/**
 * Returns the signed-in person. Looked up for every request, so that a disabled account, a changed role and an ended session take effect
 * immediately; but only once while a page renders.
 */
export async function signedInPerson(): Promise<Person | null> {
  const person = await sessionPerson();
  return person && !missingStep(person) ? person : null;
}

/** Returns a person who has begun a session but still has to give or set up a second factor. Until then, they can do nothing else. */
export async function personAwaitingSecondFactor(): Promise<Person | null> {
  const person = await sessionPerson();
  return person && missingStep(person) ? person : null;
}

/** Returns the visitor of the request, signed in or not. */
export async function requestVisitor(): Promise<Visitor> {
  const given = await headers();
  return visitorOf(given, (await cookies()).get(deviceCookie())?.value);
}

/** Returns the session's person. Null if the session has ended or the token is invalid. */
export async function personOf(token: string): Promise<Person | null> {
  const session = await decodeSession({ token }).catch(() => null);
  const claims = readClaims(session);
  return (claims && (await findPerson(db, claims.session))) ?? null;
}
