import { eq, notInArray, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { attempts, users, userTokens } from "@/db/schema/users";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { newId } from "@/server/platform/id";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { createUser } from "./create-user";
import { hashPassword, verifyPassword } from "./password";
import { signIn } from "./sign-in";

const PASSWORD = "a sentence for the door";
let passwordHash: string;
let count = 0;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

/** A new address, for which other tests' attempts do not count. */
function newAddress(): string {
  count += 1;
  return `2001:db8:${count.toString(16)}:${process.pid.toString(16)}::1`;
}

async function givenAccount() {
  const { person } = await givenMember(await givenPartner(), { passwordHash });
  const address = newAddress();
  const attempt = (password: string, from = address) => signIn(db, { email: person.email, password, address: from });
  return { person, address, attempt };
}

/** Opens all connections. Otherwise simultaneous callers would share the one open connection, one after the other. */
const openAllConnections = () => Promise.all(times(10, () => db.execute(sql`select pg_sleep(0.1)`)));

/** The refusal's code. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "signed in",
    (error: Error) => error.message,
  );

test("the right password lets in, however the address is spelled, and the moment is remembered", async () => {
  const { person, address } = await givenAccount();
  const signedIn = await signIn(db, { email: ` ${person.email.toUpperCase()} `, password: PASSWORD, address });
  expect(signedIn).toEqual({ userId: person.id, sessionVersion: 1 });
  const { lastSignedInAt } = only(await db.select().from(users).where(eq(users.id, person.id)));
  expect(lastSignedInAt).not.toBeNull();
});

test("no account, a disabled one, one without a password and a wrong password: the same answer after the same work", async () => {
  const partner = await givenPartner();
  const disabled = await givenMember(partner, { passwordHash, disabledAt: new Date() });
  const invited = await givenMember(partner);
  const { person } = await givenMember(partner, { passwordHash });
  const verified: boolean[] = [];
  const counting = async (hash: string | null, password: string) => {
    const matches = await verifyPassword(hash, password);
    verified.push(matches);
    return matches;
  };

  for (const [email, password] of [
    [`${newId()}@staff.example`, PASSWORD],
    [disabled.person.email, PASSWORD],
    [invited.person.email, PASSWORD],
    [person.email, "another sentence"],
  ] as const) {
    verified.length = 0;
    expect(await codeOf(signIn(db, { email, password, address: newAddress() }, counting))).toBe("invalid_credentials");
    expect(verified).toEqual([false]);
  }
});

test("text that is no address is no account", async () => {
  for (const email of ["", "miriam", "miriam@staff.example\0", "mir\0iam@staff.example", "mir\uD800iam@staff.example", "x".repeat(300)]) {
    expect(await codeOf(signIn(db, { email, password: PASSWORD, address: newAddress() }))).toBe("invalid_credentials");
  }
});

test("after five failures not even the right password is looked at, but from elsewhere it lets in", async () => {
  const { attempt } = await givenAccount();
  for (const code of await Promise.all(times(5, () => codeOf(attempt("wrong words"))))) expect(code).toBe("invalid_credentials");
  expect(await codeOf(attempt(PASSWORD))).toBe("too_many_attempts");
  expect(await codeOf(attempt(PASSWORD, newAddress()))).toBe("signed in");
});

test("five of twenty simultaneous guesses are checked", async () => {
  const { person, address } = await givenAccount();
  let verifications = 0;
  const counting = (hash: string | null, password: string) => {
    verifications += 1;
    return verifyPassword(hash, password);
  };
  const guess = (index: number) => signIn(db, { email: person.email, password: `guess number ${index}`, address }, counting);
  await openAllConnections();

  const codes = await Promise.all(times(20, (index) => codeOf(guess(index))));
  expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(5);
  expect(codes.filter((code) => code === "too_many_attempts")).toHaveLength(15);
  expect(verifications).toBe(5);
});

test("the right password never counts as a failure", async () => {
  const { attempt } = await givenAccount();
  for (let round = 0; round < 7; round += 1) expect(await codeOf(attempt(PASSWORD))).toBe("signed in");
});

test("a failure counts for 15 minutes", async () => {
  const { attempt } = await givenAccount();
  const others = (await db.select({ id: attempts.id }).from(attempts)).map(({ id }) => id);
  await Promise.all(times(5, () => codeOf(attempt("wrong words"))));
  expect(await codeOf(attempt(PASSWORD))).toBe("too_many_attempts");

  const failures = await db.delete(attempts).where(notInArray(attempts.id, others)).returning();
  const madeAt = new Date(Date.now() - 15 * 60_000);
  await db.insert(attempts).values(failures.map((failure) => ({ ...failure, madeAt })));
  expect(await codeOf(attempt(PASSWORD))).toBe("signed in");
});

test("fifty failures from one address, over any accounts, block the address", async () => {
  const { attempt, address } = await givenAccount();
  const guess = (index: number) => codeOf(signIn(db, { email: `${index}.${newId()}@staff.example`, password: PASSWORD, address }));
  const codes = await Promise.all(times(50, guess));
  expect(new Set(codes)).toEqual(new Set(["invalid_credentials"]));
  expect(await codeOf(attempt(PASSWORD))).toBe("too_many_attempts");
});

test("where the host cannot tell addresses apart, failures on one account block no other", async () => {
  const { attempt } = await givenAccount();
  const guess = (index: number) =>
    codeOf(signIn(db, { email: `${index}.${newId()}@staff.example`, password: PASSWORD, address: UNKNOWN_ADDRESS }));
  await Promise.all(times(51, guess));
  expect(await codeOf(attempt(PASSWORD, UNKNOWN_ADDRESS))).toBe("signed in");
});

test("the addresses of one network of version 6 are one, and one of version 4 is the same in both spellings", async () => {
  for (const [one, other] of [
    ["2001:db8:ffff:1::1", "2001:db8:FFFF:0001:abcd::9"],
    ["203.0.113.7", "::ffff:203.0.113.7"],
  ] as const) {
    const { attempt } = await givenAccount();
    await Promise.all(times(5, () => codeOf(attempt("wrong words", one))));
    expect(await codeOf(attempt(PASSWORD, other))).toBe("too_many_attempts");
  }
  const { attempt } = await givenAccount();
  await Promise.all(times(5, () => codeOf(attempt("wrong words", "2001:db8:ffff:1::1"))));
  expect(await codeOf(attempt(PASSWORD, "2001:db8:ffff:2::1"))).toBe("signed in");
});

test("a one-time password opens nothing but the page where one is chosen, as often as it is asked, and is no failure", async () => {
  const { id: partnerId } = await givenPartner();
  const email = `${newId()}@staff.example`;
  const { id, oneTimePassword } = await createUser(db, { email, name: "Ada", role: "administrator", locale: "en", partnerId });
  const address = newAddress();
  for (let round = 0; round < 7; round += 1) {
    expect(await codeOf(signIn(db, { email, password: oneTimePassword, address }))).toBe("password_not_set");
  }
  expect(await codeOf(signIn(db, { email, password: "another sentence", address }))).toBe("invalid_credentials");
  await db.update(userTokens).set({ expiresAt: new Date() }).where(eq(userTokens.userId, id));
  expect(await codeOf(signIn(db, { email, password: oneTimePassword, address }))).toBe("invalid_credentials");
});

test("a person who is disabled while the password is compared does not get in", async () => {
  const { person, address } = await givenAccount();
  const disabling = async (hash: string | null, password: string) => {
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id));
    return verifyPassword(hash, password);
  };
  expect(await codeOf(signIn(db, { email: person.email, password: PASSWORD, address }, disabling))).toBe("invalid_credentials");
});

test("nothing readable of an attempt is stored", async () => {
  const { person, address, attempt } = await givenAccount();
  await codeOf(attempt("wrong words"));
  const kept = JSON.stringify(await db.select().from(attempts));
  for (const secret of [person.email, address, "wrong words"]) expect(kept).not.toContain(secret);
});
