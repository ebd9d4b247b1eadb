import { redirect } from "next/navigation";
import { signedInPerson } from "@/server/auth/auth";
import { belongsToPartner, type PartnerPerson } from "@/server/tenancy/people/person";

/**
 * Returns the reader of a page for a partner's people. Redirects supporters to `supportGoesTo`, by default a notice that the page is not for
 * support, and visitors to the sign-in.
 */
export async function partnerPerson({ supportGoesTo = "/support?refused=true" } = {}): Promise<PartnerPerson> {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in");
  if (!belongsToPartner(person)) redirect(supportGoesTo);
  return person;
}
