import { redirect } from "next/navigation";
import { signedInPerson } from "@/server/auth/auth";
import { belongsToPartner, type PartnerPerson } from "@/server/tenancy/people/person";

/** The reader of a page for partner staff. Redirects support to its own page, and visitors to the sign-in. */
export async function partnerPerson(): Promise<PartnerPerson> {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in");
  if (!belongsToPartner(person)) redirect("/support");
  return person;
}
