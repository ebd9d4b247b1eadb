import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { factors } from "@/db/schema/factors";
import { securityEvents } from "@/db/schema/security-events";
import { sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import { sessionLimits } from "@/server/domain/rules/session-limits";
import { newId } from "@/server/platform/id";
import { beginSession } from "@/server/tenancy/people/begin-session";
import { createUser } from "@/server/tenancy/people/create-user";
import { findPerson } from "@/server/tenancy/people/find-person";
import { setPassword } from "@/server/tenancy/people/set-password";
import { signIn } from "@/server/tenancy/people/sign-in";
import { setSupportLead } from "@/server/tenancy/people/user-access";
import { givenPartner } from "@/server/testing/given";
import { keptMails } from "@/server/testing/given-mail-server";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { disableSupporter, enableSupporter, endSupporterSessions, resetSupporterFactors } from "./change-supporter";
import { inviteSupporter, inviteSupporterAgain } from "./invite-supporter";
import { listSupporters } from "./list-supporters";

const givenLead = async () => (await givenSupporter("Jonas Weber", { leadsSupport: true })).person;
const find = async (id: string) => (await listSupporters(db)).find((supporter) => supporter.id === id);
const eventsAbout = async (id: string) =>
  (
    await db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.about, `person:${id}`))
  ).map(({ kind, actor }) => `${kind} by ${actor}`);

test("an invited supporter chooses a password by the newest mailed link, and is one of the team", async () => {
  const lead = await givenLead();
  const email = `${newId()}@support.example`;
  const { id } = await inviteSupporter(db, lead, email.toUpperCase());
  expect(await find(id)).toMatchObject({ email, status: "invited", leadsSupport: false });
  await inviteSupporterAgain(db, lead, id);
  const [first, second] = (await mailsTo(email)).map(({ body }) => /token=(\S+)/.exec(body ?? "")?.[1] ?? "");

  await expect(setPassword(db, { token: first ?? "", password: "twelve rowing boats", name: "Ana" })).rejects.toThrow("link_not_valid");
  await setPassword(db, { token: second ?? "", password: "twelve rowing boats", name: "Ana" });
  expect(await signIn(db, { email, password: "twelve rowing boats", address: newId() })).toMatchObject({ userId: id });
  expect(await find(id)).toMatchObject({ name: "Ana", status: "active" });
  await expect(inviteSupporterAgain(db, lead, id)).rejects.toThrow("invitation_already_accepted");
  await expect(inviteSupporter(db, lead, email)).rejects.toThrow("email_already_in_use");
  expect(await eventsAbout(id)).toEqual(
    expect.arrayContaining([`member_invited by person:${lead.id}`, `invitation_resent by person:${lead.id}`]),
  );
});

test("a disabled colleague is out at once, and in again with a new session once enabled", async () => {
  const lead = await givenLead();
  const { person } = await givenSupporter();
  expect(await find(person.id)).toMatchObject({ sessions: 1 });
  await disableSupporter(db, lead, person.id);
  expect(await find(person.id)).toMatchObject({ status: "disabled", sessions: 0 });
  await enableSupporter(db, lead, person.id);
  expect(await findPerson(db, person.sessionId)).toBeUndefined();
  expect(await eventsAbout(person.id)).toEqual([`member_disabled by person:${lead.id}`, `member_enabled by person:${lead.id}`]);
});

test("an expired session is not counted, also before it is deleted", async () => {
  const { person } = await givenSupporter();
  const visitor = { address: "192.0.2.1", deviceToken: null, userAgent: "" };
  const { sessionVersion } = only(await db.select().from(users).where(eq(users.id, person.id)));
  const [idle = "", old = ""] = [
    await beginSession(db, { userId: person.id, sessionVersion }, visitor, "password"),
    await beginSession(db, { userId: person.id, sessionVersion }, visitor, "password"),
  ];
  expect(await find(person.id)).toMatchObject({ sessions: 3 });
  const ago = (ms: number) => new Date(Date.now() - ms - 1_000);
  await db
    .update(sessions)
    .set({ lastSeenAt: ago(sessionLimits.idleMs) })
    .where(eq(sessions.id, idle));
  expect(await find(person.id)).toMatchObject({ sessions: 2 });
  await db
    .update(sessions)
    .set({ createdAt: ago(sessionLimits.longestMs) })
    .where(eq(sessions.id, old));
  expect(await find(person.id)).toMatchObject({ sessions: 1 });
});

test("signing a colleague out ends their sessions, and lost factors are taken away with a mail", async () => {
  const lead = await givenLead();
  const { person } = await givenSupporter();
  await endSupporterSessions(db, lead, person.id);
  expect(await findPerson(db, person.sessionId)).toBeUndefined();

  await db.insert(factors).values({
    id: newId(),
    userId: person.id,
    kind: "authenticator",
    name: "Phone",
    secretKeyId: "1",
    secretData: "x",
    lastStep: 0,
    createdAt: new Date(),
  });
  expect(await find(person.id)).toMatchObject({ hasFactor: true });
  await resetSupporterFactors(db, lead, person.id);
  expect(await find(person.id)).toMatchObject({ hasFactor: false });
  expect(await keptMails(person.email)).toHaveLength(1);
});

test("a lead reaches neither their own account nor a partner's people", async () => {
  const lead = await givenLead();
  const { person: member } = await givenMember(await givenPartner());
  for (const { id } of [lead, member, { id: newId() }]) {
    for (const act of [disableSupporter, enableSupporter, endSupporterSessions, resetSupporterFactors, inviteSupporterAgain]) {
      await expect(act(db, lead, id)).rejects.toThrow("invalid_user_id");
    }
  }
  expect(await findPerson(db, member.sessionId)).toBeDefined();
  expect((await listSupporters(db)).map(({ id }) => id)).not.toContain(member.id);
});

test("the operator makes a lead of support, and of nobody else", async () => {
  const { person } = await givenSupporter();
  await setSupportLead(db, person.email, true);
  expect(await findPerson(db, person.sessionId)).toMatchObject({ leadsSupport: true });
  await setSupportLead(db, person.email, false);
  expect(await findPerson(db, person.sessionId)).toMatchObject({ leadsSupport: false });

  const partner = await givenPartner();
  const { person: member } = await givenMember(partner);
  await expect(setSupportLead(db, member.email, true)).rejects.toThrow("invalid_user_id");
  const user = {
    partnerId: partner.id,
    email: `${newId()}@staff.example`,
    name: "",
    role: "administrator",
    locale: "en",
    leadsSupport: true,
  } as const;
  await expect(createUser(db, user)).rejects.toThrow("invalid_role");
});
