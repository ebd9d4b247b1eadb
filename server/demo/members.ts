import type { Recipient } from "@/server/billing/invoices/invoice";
import type { Club } from "./clubs";
import { testIban } from "./iban";
import { people } from "./people";
import { type Country, type Place, places } from "./places";
import type { Random } from "./random";
import { digits } from "./random";

/** A person who gets a club's invoices, always with the same data, as partners' systems send it. */
export interface Member {
  recipient: Omit<Recipient, "externalInvoiceNumber" | "reference">;
  /** Country of the bank account, which decides how the person pays. */
  country: Country;
}

type Reach = "everything" | "email and phone" | "email" | "phone" | "post";

const reaches: readonly (readonly [Reach, number])[] = [
  ["everything", 58],
  ["email and phone", 12],
  ["email", 18],
  ["phone", 4],
  ["post", 8],
];

export function inventMembers(random: Random, club: Club, count: number): Member[] {
  return Array.from({ length: count }, (_, index) => inventMember(random, club, index + 1));
}

function inventMember(random: Random, club: Club, number: number): Member {
  const locale = random.weighted(club.locales);
  const place = places[random.weighted(club.regions)];
  const reach = random.weighted(reaches);
  const name = inventName(random, locale);
  const byPost = reach === "everything" || reach === "post";
  const byPhone = reach !== "email" && reach !== "post";
  const byEmail = reach !== "phone" && reach !== "post";

  return {
    country: place.country,
    recipient: {
      locale,
      // Members in Switzerland do not pay by direct debit.
      directDebitIban: place.country !== "CH" && random.chance(0.45) ? testIban(random, place.country) : null,
      federationMembershipNumber: random.chance(0.6) ? `2${digits(random, 6)}` : null,
      clubMembershipNumber: `${club.initials}-${String(number).padStart(4, "0")}`,
      memberExternalId: random.chance(0.5) ? `m-${digits(random, 8)}` : null,
      externalMembershipNumber: random.chance(0.15) ? `EXT/${digits(random, 5)}` : null,
      ...name,
      ...(byPost ? inventAddress(random, place) : noAddress),
      customerEmail: byEmail ? inventEmail(random, name, people[locale].mailHosts) : null,
      customerPhoneNumber: byPhone ? place.phone(random) : null,
      customerPhoneCountryCode: byPhone ? place.country : null,
    },
  };
}

function inventName(random: Random, locale: keyof typeof people) {
  const { prefixes, first, last, organizations } = people[locale];
  const chosen = random.pick(last);
  const slash = chosen.indexOf("/");
  return {
    customerPrefix: random.chance(0.18) ? random.pick(prefixes) : null,
    customerFirstName: random.chance(0.97) ? random.pick(first) : null,
    customerInfix: slash < 0 ? null : chosen.slice(0, slash),
    customerLastName: chosen.slice(slash + 1),
    customerOrganization: random.chance(0.05) ? random.pick(organizations) : null,
  };
}

function inventAddress(random: Random, place: Place) {
  const street = random.pick(place.streets);
  const number = String(random.whole(1, 148));
  const [zipcode, town] = random.pick(place.towns);
  return {
    customerAddress1: place.numberFirst ? `${number} ${street}` : street,
    customerAddress2: random.chance(0.05) ? "c/o Ritter" : null,
    customerLocality: place.localities && random.chance(0.5) ? random.pick(place.localities) : null,
    customerHouseNumber: place.numberFirst ? null : number,
    customerHouseNumberExtension: !place.numberFirst && random.chance(0.2) ? random.pick(["A", "B", "C"]) : null,
    customerState: place.state && random.chance(0.5) ? place.state : null,
    customerZipcode: place.zipcode(random, zipcode),
    customerCity: town,
    customerCountryCode: place.country,
  };
}

const noAddress = {
  customerAddress1: null,
  customerAddress2: null,
  customerLocality: null,
  customerHouseNumber: null,
  customerHouseNumberExtension: null,
  customerState: null,
  customerZipcode: null,
  customerCity: null,
  customerCountryCode: null,
};

function inventEmail(random: Random, name: ReturnType<typeof inventName>, hosts: readonly string[]): string {
  const words = [name.customerFirstName?.slice(0, random.chance(0.4) ? 1 : undefined), name.customerInfix, name.customerLastName];
  return `${words.map(plainLetters).filter(Boolean).join(".")}@${random.pick(hosts)}`;
}

const unfolded: Record<string, string> = { ß: "ss", ı: "i", œ: "oe", æ: "ae", ø: "o" };

/** Returns a name in plain lowercase letters, for an e-mail address. */
function plainLetters(text: string | null | undefined): string {
  return (text ?? "")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[ßıœæø]/g, (letter) => unfolded[letter] ?? "")
    .replace(/[^a-z]/g, "");
}
