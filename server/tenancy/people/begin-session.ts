import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { factors } from "@/db/schema/factors";
import { knownDevices, type Session, sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { newId } from "@/server/platform/id";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { nameDevice } from "./name-device";
import type { SignedIn } from "./sign-in";
import { forgottenLink } from "./token";
import { hashesOf, type Visitor } from "./visitor";

/**
 * Begins a session of a person who has just signed in, and returns its id. If a password opened it and the person has a second factor, the
 * person must prove that factor before the session can be used. A person who has other devices is told of a new one by mail.
 */
export async function beginSession(
  db: Database,
  { userId, sessionVersion, organisationSession }: SignedIn,
  visitor: Visitor,
  method: Session["method"] = "password",
): Promise<string> {
  const id = newId();
  const device = nameDevice(visitor.userAgent);
  const now = new Date();
  const isNew = await db.transaction(async (tx) => {
    const [factor] = await tx.select({ id: factors.id }).from(factors).where(eq(factors.userId, userId)).limit(1);
    const provedAt = method === "password" && factor ? null : now;
    await tx
      .insert(sessions)
      .values({ id, userId, sessionVersion, device, method, organisationSession, provedAt, createdAt: now, lastSeenAt: now });
    const { partnerId } = only(await tx.select({ partnerId: users.partnerId }).from(users).where(eq(users.id, userId)));
    await recordEvent(tx, asPerson({ id: userId, partnerId }), "signed_in", { about: `person:${userId}`, after: { method } });
    const isNew = await rememberDevice(tx, userId, visitor);
    if (isNew) await mailOwner(tx, userId, device, now);
    return isNew;
  });
  if (isNew) sendMailsSoon(db);
  return id;
}

/** Records the device. Returns whether it is new to a person who has other devices. */
async function rememberDevice(tx: Database, userId: string, visitor: Visitor): Promise<boolean> {
  const { tokenHash, addressHash } = hashesOf(visitor);
  if (!tokenHash) return false;
  const known = await tx
    .insert(knownDevices)
    .values({ userId, tokenHash, addressHash, lastSignedInAt: sql`now()` })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.tokenHash], set: { addressHash, lastSignedInAt: sql`now()` } })
    // Postgres sets `xmax` in a row that was updated instead of inserted.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  if (!only(known).isNew) return false;
  const others = await tx
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), ne(knownDevices.tokenHash, tokenHash)))
    .limit(1);
  return others.length > 0;
}

async function mailOwner(tx: Database, userId: string, device: string, at: Date): Promise<void> {
  const { locale } = only(await tx.select({ locale: users.locale }).from(users).where(eq(users.id, userId)));
  await enqueueMail(tx, userId, locale, "newDevice", { device, when: at.toISOString(), link: forgottenLink() });
}
