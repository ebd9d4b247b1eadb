import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenCompany, givenPartner, times } from "@/server/testing/given";
import { givenMember, givenSupporter, signedIn } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { changeMember } from "./change-member";
import { disableMember } from "./disable-member";
import { enableMember } from "./enable-member";
import { findPerson } from "./find-person";
import { findToken } from "./find-token";
import { inviteMember } from "./invite-member";
import { listMembers } from "./list-members";
import { isPersonName } from "./person-name";
import { resendInvitation } from "./resend-invitation";
import { setPassword } from "./set-password";

const newEmail = () => `${newId()}@staff.example`;
const everything = { role: "member", accessLevel: "read", companyIds: null } as const;
/** Hash of a random password: this person can sign in, but no test does. */
const passwordHash = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$none";

async function given() {
  const partner = await givenPartner();
  const administrator = await givenMember(partner, { role: "administrator", passwordHash, name: "Zoë Winter" });
  return { partner, administrator, actor: administrator.actor };
}

const anotherAdministrator = (partner: GivenPartner) => givenMember(partner, { role: "administrator", passwordHash, name: "Ben Ode" });

async function linkMailedTo(email: string): Promise<string> {
  return /token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.body ?? "")?.[1] ?? "";
}

describe("inviting", () => {
  test("an invitation is listed, mailed in the inviter's language, and becomes a person with the rights it named", async () => {
    const { partner, administrator, actor } = await given();
    await db.update(users).set({ locale: "de" }).where(eq(users.id, administrator.person.id));
    const company = await givenCompany(partner);
    const email = newEmail();

    const { id } = await inviteMember(db, actor, {
      email: ` ${email.toUpperCase()}`,
      role: "member",
      accessLevel: "read",
      companyIds: [company.id, company.id],
    });
    const invited = (await listMembers(db, actor)).find((member) => member.id === id);
    expect(invited).toMatchObject({
      email,
      name: "",
      role: "member",
      accessLevel: "read",
      status: "invited",
      companyIds: [company.id],
      lastSignedInAt: null,
    });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe(`${partner.name} gibt Ihnen Zugang zu den Rechnungen`);

    await setPassword(db, { token: await linkMailedTo(email), password: "a sentence for the door", name: "Ada" });
    expect(await findPerson(db, await signedIn({ id, sessionVersion: 2 }))).toMatchObject({
      role: "member",
      accessLevel: "read",
      companyIds: [company.id],
      locale: "de",
    });
    expect((await listMembers(db, actor)).find((member) => member.id === id)).toMatchObject({ status: "active", name: "Ada" });
  });

  test("one of twenty simultaneous invitations of an address is made and mailed", async () => {
    const { actor } = await given();
    const email = newEmail();
    const outcomes = await Promise.allSettled(times(20, () => inviteMember(db, actor, { email, ...everything })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(inviteMember(db, actor, { email, ...everything })).rejects.toThrow("email_already_in_use");
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("an address that has an account elsewhere is refused as one's own is; its owner is told, and asking on is throttled", async () => {
    const { actor } = await given();
    const { person: elsewhere } = await givenMember(await givenPartner());
    const { person: supporter } = await givenSupporter();
    for (const { email } of [elsewhere, supporter]) {
      await expect(inviteMember(db, actor, { email, ...everything })).rejects.toThrow("email_already_in_use");
      const [mail] = await mailsTo(email);
      expect(mail?.body).toContain("This address already has an account");
      expect(mail?.body).not.toContain("token=");
    }
    expect(await listMembers(db, actor)).toHaveLength(1);

    const others = await Promise.all(times(4, async () => (await givenMember(await givenPartner())).person.email));
    const outcomes = await Promise.allSettled(others.map((email) => inviteMember(db, actor, { email, ...everything })));
    const codes = outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.message);
    expect(codes.sort()).toEqual(["email_already_in_use", "email_already_in_use", "email_already_in_use", "too_many_attempts"]);
    // The limit does not reveal it either: an unknown address is refused as well.
    await expect(inviteMember(db, actor, { email: newEmail(), ...everything })).rejects.toThrow("too_many_attempts");
  });

  test("only the partner's own companies, at least one, and none for administrators", async () => {
    const { partner, actor } = await given();
    const own = await givenCompany(partner);
    const foreign = await givenCompany(await givenPartner());
    for (const rights of [
      { role: "member", accessLevel: "read", companyIds: [] },
      { role: "member", accessLevel: "read", companyIds: [own.id, foreign.id] },
      { role: "member", accessLevel: "read", companyIds: [newId()] },
      { role: "administrator", accessLevel: "money", companyIds: [own.id] },
    ] as const) {
      await expect(inviteMember(db, actor, { email: newEmail(), ...rights })).rejects.toThrow("invalid_company_ids");
    }
    await expect(inviteMember(db, actor, { email: "nobody", ...everything })).rejects.toThrow("invalid_email");
  });

  test("a new link replaces the former one, until the invitation is accepted", async () => {
    const { actor } = await given();
    const email = newEmail();
    const { id } = await inviteMember(db, actor, { email, ...everything });
    const first = await linkMailedTo(email);
    await resendInvitation(db, actor, id);
    const second = await linkMailedTo(email);
    await expect(findToken(db, first)).rejects.toThrow("link_not_valid");
    await setPassword(db, { token: second, password: "a sentence for the door", name: "Ada" });
    await expect(resendInvitation(db, actor, id)).rejects.toThrow("invitation_already_accepted");
  });

  test("a partner mails 20 invitations in a day, and a person is mailed again three times", async () => {
    const { actor } = await given();
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => "mailed",
        (error: Error) => error.message,
      );
    const invited = await inviteMember(db, actor, { email: newEmail(), ...everything });
    const again = await Promise.all(times(5, () => codeOf(resendInvitation(db, actor, invited.id))));
    expect(again.sort()).toEqual(["mailed", "mailed", "mailed", "too_many_attempts", "too_many_attempts"]);
    const others = await Promise.all(times(20, () => codeOf(inviteMember(db, actor, { email: newEmail(), ...everything }))));
    expect(others.filter((code) => code === "mailed")).toHaveLength(16);
    expect(others.filter((code) => code === "too_many_attempts")).toHaveLength(4);
    const { actor: elsewhere } = await given();
    expect(await codeOf(inviteMember(db, elsewhere, { email: newEmail(), ...everything }))).toBe("mailed");
  });

  test.each(["Visit https://evil.example now", "www.evil.example", "Ada\u2028Pay here", "A".repeat(61), " "])(
    "%j is refused as a name, and mails of a person who has it name the address instead",
    async (name) => {
      expect(isPersonName(name)).toBe(false);
      const { actor, person } = await givenMember(await givenPartner(), { role: "administrator", name });
      const email = newEmail();
      await inviteMember(db, actor, { email, ...everything });
      const [mail] = await mailsTo(email);
      expect(mail?.body).toContain(person.email);
      if (name.trim()) expect(mail?.body).not.toContain(name);
    },
  );

  test("a name of several lines cannot speak in our mail", async () => {
    const partner = await givenPartner();
    const { actor } = await givenMember(partner, { role: "administrator", name: "Ada\n\nPay here: https://evil.example" });
    const email = newEmail();
    await inviteMember(db, actor, { email, ...everything });
    const [mail] = await mailsTo(email);
    expect(`${mail?.subject}${mail?.body}`).not.toMatch(/Ada\n/);
  });
});

describe("changing", () => {
  test("new rights count at the member's next request", async () => {
    const { partner, actor } = await given();
    const company = await givenCompany(partner);
    const { person } = await givenMember(partner);
    const now = () => findPerson(db, person.sessionId);

    await changeMember(db, actor, person.id, { role: "member", accessLevel: "read", companyIds: [company.id] });
    expect(await now()).toMatchObject({ role: "member", accessLevel: "read", companyIds: [company.id] });
    await changeMember(db, actor, person.id, { role: "administrator", accessLevel: "money", companyIds: null });
    expect(await now()).toMatchObject({ role: "administrator", accessLevel: "money", companyIds: null });
  });

  test("a disabled member's sessions have ended for good, and their links open nothing", async () => {
    const { partner, actor } = await given();
    const { person } = await givenMember(partner, { name: "" });
    await resendInvitation(db, actor, person.id);
    const token = await linkMailedTo(person.email);

    await disableMember(db, actor, person.id);
    expect(await findPerson(db, person.sessionId)).toBeUndefined();
    await expect(findToken(db, token)).rejects.toThrow("link_not_valid");
    expect((await listMembers(db, actor)).find(({ id }) => id === person.id)).toMatchObject({ status: "disabled" });

    await enableMember(db, actor, person.id);
    expect(await findPerson(db, person.sessionId)).toBeUndefined();
    expect(await findPerson(db, await signedIn({ id: person.id, sessionVersion: 2 }))).toBeDefined();
    await expect(findToken(db, token)).rejects.toThrow("link_not_valid");
  });

  test("the last administrator stays one: invited and disabled ones do not count", async () => {
    const { partner, administrator, actor } = await given();
    await givenMember(partner, { role: "administrator" });
    await givenMember(partner, { role: "administrator", passwordHash, disabledAt: new Date() });
    await expect(changeMember(db, actor, administrator.person.id, everything)).rejects.toThrow("last_administrator");
    await expect(disableMember(db, actor, administrator.person.id)).rejects.toThrow("last_administrator");

    await anotherAdministrator(partner);
    await disableMember(db, actor, administrator.person.id);
  });

  test("one of several administrators who demote or disable each other at once remains", async () => {
    for (const act of [
      (actor: Parameters<typeof changeMember>[1], id: string) => changeMember(db, actor, id, everything),
      disableMember.bind(null, db),
    ]) {
      const { partner, administrator, actor } = await given();
      const second = await anotherAdministrator(partner);
      const third = await anotherAdministrator(partner);
      const outcomes = await Promise.allSettled([
        act(actor, second.person.id),
        act(second.actor, third.person.id),
        act(third.actor, administrator.person.id),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
      const left = (await listMembers(db, actor)).filter(({ role, status }) => role === "administrator" && status === "active");
      expect(left).toHaveLength(1);
    }
  });

  test("another partner's people, and support, do not exist", async () => {
    const { actor } = await given();
    const { person: foreign } = await givenMember(await givenPartner());
    const { person: supporter } = await givenSupporter();
    for (const id of [foreign.id, supporter.id, newId()]) {
      await expect(changeMember(db, actor, id, everything)).rejects.toThrow("invalid_user_id");
      await expect(disableMember(db, actor, id)).rejects.toThrow("invalid_user_id");
      await expect(enableMember(db, actor, id)).rejects.toThrow("invalid_user_id");
      await expect(resendInvitation(db, actor, id)).rejects.toThrow("invalid_user_id");
    }
    expect(await findPerson(db, foreign.sessionId)).toBeDefined();
  });
});
