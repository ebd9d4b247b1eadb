import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { hashPassword } from "@/server/tenancy/people/password";
import type { PartnerPerson, Person } from "@/server/tenancy/people/person";
import { givenMember, givenSupporter, type PersonsPartner } from "@/server/testing/given-person";
import { givenSession } from "@/server/testing/given-session";

/** Of everybody in a journey. */
export const PASSWORD = "twelve rowing boats";

/** One of a partner's own people, an administrator unless told otherwise, who can sign in with PASSWORD. */
export async function givenStaff(partner: PersonsPartner, options?: Parameters<typeof givenMember>[1]): Promise<PartnerPerson> {
  const { person } = await givenMember(partner, { role: "administrator", ...options });
  await letSignIn(person);
  return person;
}

/** A member of the support team, who can sign in with PASSWORD. Support is one team over all partners, and so over all journeys. */
export async function givenSupport(...given: Parameters<typeof givenSupporter>): Promise<Person> {
  const { person } = await givenSupporter(...given);
  await letSignIn(person);
  return person;
}

/** Signed in without the form, for journeys that are about something else. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  // Over http, as the journeys' service is reached, the cookie has no prefix.
  const cookie = { name: "next-auth.session-token", url: process.env.E2E_BASE_URL, httpOnly: true, sameSite: "Lax" } as const;
  await page.context().addCookies([{ ...cookie, value: await givenSession(person) }]);
}

/** Goes there and waits until the page answers clicks and keys: buttons can be seen before they do anything. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main :is(a, button, input)")].every((element) =>
      Object.keys(element).some((name) => name.startsWith("__reactProps")),
    ),
  );
  // Key listeners are attached after the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

async function letSignIn({ id }: Person): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where(eq(users.id, id));
}
