import type { Database } from "@/db/client";
import { type User, users } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { asOperator, recordEvent } from "@/server/platform/audit/record-event";
import { newId } from "@/server/platform/id";
import { findPartner } from "@/server/tenancy/partners/find-partner";
import { checkEmail } from "./email";
import { issueToken } from "./token";

export interface NewUser extends Pick<User, "email" | "name" | "role" | "locale"> {
  /** Null for support only. */
  partnerId: string | null;
  /** Whether a supporter leads the support team and manages its members. */
  leadsSupport?: boolean;
}

/**
 * Creates a person, for the operator. The one-time password only opens the page on which they choose their own, once, within 7 days. Throws
 * `invalid_email`, `invalid_partner_id`, `invalid_role` for a lead who is not support, and `email_already_in_use`.
 */
export async function createUser(db: Database, user: NewUser): Promise<{ id: string; email: string; oneTimePassword: string }> {
  const email = checkEmail(user.email);
  const partner = user.partnerId === null ? null : await findPartner(db, user.partnerId);
  const isSupport = user.role === "support";
  // Support belongs to no partner, and everybody else to one.
  const hasPartner = partner !== null;
  if (partner === undefined || isSupport === hasPartner) throw new DomainError("invalid_partner_id");
  if (user.leadsSupport && !isSupport) throw new DomainError("invalid_role");

  return db.transaction(async (tx) => {
    const id = newId();
    const created = await tx
      .insert(users)
      .values({ ...user, email, id, createdAt: new Date() })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (created.length === 0) throw new DomainError("email_already_in_use");
    await recordEvent(tx, asOperator(user.partnerId), "user_created", { about: `person:${id}`, after: { role: user.role } });
    return { id, email, oneTimePassword: await issueToken(tx, id, "invitation") };
  });
}
