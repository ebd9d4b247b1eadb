import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { type User, users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { newId } from "@/server/platform/id";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { giveBackAttempt, takeAttempt } from "./attempts";
import { checkEmail } from "./email";
import { checkRights, limitTo, type MemberRights } from "./member";
import { organisationInstead } from "./organisation";
import { isPersonName } from "./person-name";
import { issueToken, linkFor, signInPageUrl } from "./token";

export interface Invitation extends MemberRights {
  email: string;
}

/**
 * Creates an account without a password and mails the link that sets one, in the inviter's language. Throws `invalid_email`,
 * `invalid_role`, `invalid_company_ids` and `email_already_in_use`. Throws `too_many_attempts` after 20 invitations of the partner in a
 * day, and once five invited addresses in 15 minutes had accounts elsewhere.
 */
export async function inviteMember(
  db: Database,
  actor: Actor,
  { email: given, role, accessLevel, companyIds }: Invitation,
): Promise<{ id: string }> {
  const email = checkEmail(given);
  const invited = await db.transaction(async (tx) => {
    await checkRights(tx, actor, { role, accessLevel, companyIds });
    // Counted before the address is looked up: a limit for some addresses only would reveal which have accounts.
    const refusedAttempt = await takeAttempt(tx, "invitation_refused", { account: actor.partnerId, address: "" });
    const invitationAttempt = await takeAttempt(tx, "invitation", { account: actor.partnerId, address: "" });
    const inviter = await getInviter(tx, actor);
    const [created] = await tx
      .insert(users)
      .values({
        id: newId(),
        partnerId: actor.partnerId,
        email,
        name: "",
        role,
        accessLevel,
        locale: inviter.locale,
        limitedToCompanies: companyIds !== null,
        createdAt: new Date(),
      })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (!created) {
      const isOfAnotherPartner = await tellOwnerOf(tx, actor, inviter, email);
      if (!isOfAnotherPartner) {
        await giveBackAttempt(tx, refusedAttempt);
        await giveBackAttempt(tx, invitationAttempt);
      }
      return undefined;
    }
    await giveBackAttempt(tx, refusedAttempt);
    await limitTo(tx, actor, created.id, companyIds);
    await mailInvitation(tx, actor, inviter, created.id);
    await recordEvent(tx, actor, "member_invited", {
      about: `person:${created.id}`,
      after: { role, access: accessLevel, companies: companyIds && [...companyIds] },
    });
    return created;
  });
  sendMailsSoon(db);
  if (!invited) throw new DomainError("email_already_in_use");
  return invited;
}

interface Inviter extends Pick<User, "locale"> {
  /** Name of the person, or the e-mail address if they have entered none that a mail may contain. */
  name: string;
  partner: string;
}

export async function getInviter(tx: Database, actor: Actor): Promise<Inviter> {
  const { name, email, partner, ...inviter } = only(
    await tx
      .select({ name: users.name, email: users.email, locale: users.locale, partner: partners.name })
      .from(users)
      .innerJoin(partners, eq(partners.id, users.partnerId))
      .where(and(eq(users.partnerId, actor.partnerId), eq(users.id, actor.id ?? ""))),
  );
  // A name could contain a message, which the service's mail would then carry.
  return { ...inviter, name: isPersonName(name) ? name : email, partner: partner.replace(/\s+/g, " ") };
}

/** Mails the invitation, with a link that sets a password unless the partner's organisation insists on its own sign-in. */
export async function mailInvitation(tx: Database, actor: Actor, { name, locale, partner }: Inviter, userId: string): Promise<void> {
  const organisation = organisationInstead(actor.partnerId);
  const by = { inviter: name, partner };
  if (organisation) {
    const values = { ...by, organisation: organisation.name, link: signInPageUrl() };
    await enqueueMail(tx, userId, locale, "invitationToOrganisation", values);
  } else {
    await enqueueMail(tx, userId, locale, "invitation", { ...by, link: linkFor(await issueToken(tx, userId, "invitation")) });
  }
}

/**
 * Tells the owner of an address by mail that somebody invited it. An address has one account in the whole service. The administrator learns
 * that the address cannot be invited, but not whose it is. Returns whether the account is another partner's. People of the same partner are
 * not told: the administrator sees them in the list of members.
 */
async function tellOwnerOf(tx: Database, actor: Actor, { name, partner }: Inviter, email: string): Promise<boolean> {
  const [owner] = await tx
    .select({ id: users.id, locale: users.locale, partnerId: users.partnerId, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.email, email));
  if (!owner || owner.partnerId === actor.partnerId) return false;
  if (!owner.disabledAt) await enqueueMail(tx, owner.id, owner.locale, "addressInUse", { inviter: name, partner });
  return true;
}
