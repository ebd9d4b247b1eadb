import { redirect } from "next/navigation";
import { signedInPerson } from "@/server/auth/auth";
import { belongsToPartner, type PartnerPerson } from "@/server/tenancy/people/person";

/** Who reads a page for partner staff. Support, who have none of it, are led to their own page; nobody at all, to sign in. */
export async function partnerPerson(): Promise<PartnerPerson> {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in");
  if (!belongsToPartner(person)) redirect("/support");
  return person;
}
