import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { hashPassword } from "@/server/tenancy/people/password";
import type { PartnerPerson, Person } from "@/server/tenancy/people/person";
import { givenMember, givenSupporter, type PersonsPartner } from "@/server/testing/given-person";
import { givenSession } from "@/server/testing/given-session";

/** Password of all people in the journeys. */
export const PASSWORD = "twelve rowing boats";

/** One of a partner's own people, by default an administrator, who can sign in with PASSWORD. */
export async function givenStaff(partner: PersonsPartner, options?: Parameters<typeof givenMember>[1]): Promise<PartnerPerson> {
  const { person } = await givenMember(partner, { role: "administrator", ...options });
  await letSignIn(person);
  return person;
}

/** A member of the support team, who can sign in with PASSWORD. Support is one team for all partners, and so for all journeys. */
export async function givenSupport(...given: Parameters<typeof givenSupporter>): Promise<Person> {
  const { person } = await givenSupporter(...given);
  await letSignIn(person);
  return person;
}

/** Signs in without the form, for journeys about something else. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  // Over http, as in these tests, the cookie has no prefix.
  const cookie = { name: "next-auth.session-token", url: process.env.E2E_BASE_URL, httpOnly: true, sameSite: "Lax" } as const;
  await page.context().addCookies([{ ...cookie, value: await givenSession(person) }]);
}

/** Opens the page and waits until it reacts to clicks and keys. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilItReacts(page);
}

/** Waits until the page reacts to clicks and keys, because buttons are visible before they work. */
export async function untilItReacts(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main :is(a, button, input)")].every((element) =>
      Object.keys(element).some((name) => name.startsWith("__reactProps")),
    ),
  );
  // Key listeners are attached after the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Hash of the password of all people, computed once, because hashing is slow on purpose. */
let passwordHash: Promise<string> | undefined;

async function letSignIn({ id }: Person): Promise<void> {
  passwordHash ??= hashPassword(PASSWORD);
  await db
    .update(users)
    .set({ passwordHash: await passwordHash })
    .where(eq(users.id, id));
}
