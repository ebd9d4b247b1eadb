import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { newId } from "@/server/platform/id";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { changePassword } from "./change-password";
import { endAllSessions } from "./end-all-sessions";
import { findPerson } from "./find-person";
import { findToken } from "./find-token";
import { getProfile } from "./get-profile";
import { hashPassword } from "./password";
import { signIn } from "./sign-in";
import { issueToken } from "./token";
import { updateProfile } from "./update-profile";

const PASSWORD = "a sentence for the door";
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

async function given(user: Parameters<typeof givenMember>[1] = { passwordHash }) {
  const { person } = await givenMember(await givenPartner(), user);
  const address = newId();
  const change = (currentPassword: string, newPassword: string) => changePassword(db, person, { currentPassword, newPassword, address });
  const signInWith = (password: string, from = address) => signIn(db, { email: person.email, password, address: from });
  return { person, change, signInWith };
}

test("a changed password lets in, the former one does not, and every session and link has ended", async () => {
  const { person, change, signInWith } = await given();
  const token = await issueToken(db, person.id, "password_reset");
  await change(PASSWORD, "another sentence");

  await signInWith("another sentence");
  await expect(signInWith(PASSWORD)).rejects.toThrow("invalid_credentials");
  expect(await findPerson(db, person.sessionId)).toBeUndefined();
  await expect(findToken(db, token)).rejects.toThrow("link_not_valid");
});

test("a wrong current password is refused, and counts as a failure to sign in", async () => {
  const { change, signInWith } = await given();
  const outcomes = await Promise.allSettled(times(20, () => change("not that one", "another sentence")));
  const codes = outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.message);
  expect(codes.filter((code) => code === "wrong_password")).toHaveLength(5);
  expect(codes.filter((code) => code === "too_many_attempts")).toHaveLength(15);
  await expect(change(PASSWORD, "another sentence")).rejects.toThrow("too_many_attempts");
  await expect(signInWith(PASSWORD)).rejects.toThrow("too_many_attempts");
  await signInWith(PASSWORD, newId());
});

test("one of two changes at once is made", async () => {
  const { change, signInWith } = await given();
  const sentences = ["the first sentence", "the second sentence"];
  const outcomes = await Promise.allSettled(sentences.map((sentence) => change(PASSWORD, sentence)));
  const made = sentences.filter((_, index) => outcomes[index]?.status === "fulfilled");
  expect(made).toHaveLength(1);
  await signInWith(made[0] ?? "");
});

test("a person without a password cannot change one, and a new password must keep to the rules", async () => {
  const { change, person } = await given({ oidcIssuer: "https://id.example", oidcSubject: newId() });
  await expect(change("", "another sentence")).rejects.toThrow("wrong_password");
  await expect(change("", person.email)).rejects.toThrow("invalid_password");
  expect(await getProfile(db, person)).toMatchObject({ hasPassword: false, signsInWithOrganisation: true });
});

test("people change their name, language and shortcuts, each by itself", async () => {
  const { person } = await given();
  const now = () => findPerson(db, person.sessionId);
  await updateProfile(db, person, { name: "Ada Lovelace" });
  await updateProfile(db, person, { locale: "fr" });
  await updateProfile(db, person, {});
  expect(await now()).toMatchObject({ name: "Ada Lovelace", locale: "fr", singleKeyShortcuts: true });
  await updateProfile(db, person, { singleKeyShortcuts: false });
  expect(await now()).toMatchObject({ name: "Ada Lovelace", singleKeyShortcuts: false });
});

test("a profile holds no secret that signs in", async () => {
  const { person } = await given();
  const profile = await getProfile(db, person);
  expect(profile).toMatchObject({ email: person.email, hasPassword: true, signsInWithOrganisation: false });
  expect(JSON.stringify(profile)).not.toMatch(/argon2|sessionVersion/);
});

test("ending all sessions ends them, and no more", async () => {
  const { person, signInWith } = await given();
  await endAllSessions(db, person);
  expect(await findPerson(db, person.sessionId)).toBeUndefined();
  await signInWith(PASSWORD);
});
