import { DAY_MS } from "@/server/domain/formats/time";
import { type ChargedItem, inCurrency } from "./campaigns";
import type { Club } from "./clubs";
import type { InvoiceStory } from "./invoice-story";
import type { Member } from "./members";
import { words } from "./words/words";

// The invoice that newcomers see first: the oldest one, with an example of every feature, waiting for an answer.

/** Returns the showcase's customer, with almost every field filled. */
export function showcaseMember(member: Member): Member {
  return {
    country: "GB",
    recipient: {
      ...member.recipient,
      locale: "en",
      directDebitIban: "GB98TEST99999912345678",
      federationMembershipNumber: "2289104",
      memberExternalId: "m-00417022",
      customerPrefix: "Ms",
      customerFirstName: "Priya",
      customerInfix: null,
      customerLastName: "Ramanathan",
      customerOrganization: null,
      customerAddress1: "7 Bosun’s Mews",
      customerAddress2: "Flat 2",
      customerLocality: "Lanternquay",
      customerHouseNumber: null,
      customerHouseNumberExtension: null,
      customerState: "Devon",
      customerZipcode: "TQ6 4LQ",
      customerCity: "Dartmouth",
      customerCountryCode: "GB",
      customerEmail: "p.ramanathan@inbox.example",
      customerPhoneNumber: "07700 900142",
      customerPhoneCountryCode: "GB",
    },
  };
}

export function showcaseItems({ priceFactor }: Club): ChargedItem[] {
  const charged = (item: ChargedItem["item"], euroCents: number): ChargedItem => ({
    item,
    amountCents: inCurrency(euroCents, priceFactor),
    description: words.en.items[item],
  });
  return [charged("senior", 24_000), charged("federation", 3_250), charged("locker", 1_800), charged("volunteerDiscount", -4_000)];
}

/** Adds the showcase's events: a direct debit is returned, the member pays the fees and a part of the rest, and asks about what is left. */
export function happenToShowcase(story: InvoiceStory): void {
  const { today, transmittedAt } = story.setting;
  const ageDays = Math.floor((today.getTime() - (transmittedAt ?? today).getTime()) / DAY_MS);

  story.pays(story.day(5), undefined, "bacs");
  story.addChargeback(story.day(11));
  says(story, 12, "customer", "I have closed my old account, that is why the direct debit came back. Can I pay by card instead?");
  says(story, 13, "company", "Yes, choose card on the payment page. Please enter your new account there too, for the next season.");
  story.addLateFee(story.day(30));
  story.pays(story.day(33), 10_000, "credit_card");
  story.pays(story.day(ageDays - 24), 5_000, "bank_transfer");
  says(
    story,
    ageDays - 2,
    "customer",
    "I have paid another 50 pounds. Could the rest be two parts, on the 15th of each month? Payday is the 12th.",
  );

  // The company's message has answered the first question.
  for (const ticket of story.tickets.slice(0, 2)) ticket.status = "answered";
}

function says(story: InvoiceStory, days: number, sender: "customer" | "company", message: string): void {
  story.tickets.push({ sender, status: sender === "customer" ? "unanswered" : "answered", message, createdAt: story.day(days) });
}
