import { type Looked, sentAbout } from "./look";
import type { SentMail } from "./sent-mail";
import { daysIn, spellCents, spellDay } from "./spelling";

/** Kinds of the payer's other open invoices that a mail lists. */
export type ListedOthers = "all" | "held" | "none";

/** A mail's words, divided. */
interface Divided {
  /** The text without the paragraphs about the payer's other open invoices. */
  text: string;
  /** A fault if the other paragraphs do not list exactly the invoices that they should. */
  faults: string[];
}

/**
 * Takes the paragraphs about the payer's other open invoices out of a mail's words. `told`: the invoices that the mail is about. Others are
 * those of which a mail has told the payer before.
 */
export function divideWords(words: string, { own, payers }: SentMail, told: Looked[], listed: ListedOthers): Divided {
  const others = payers.filter((each) => !told.includes(each) && each.isOwed && !each.isBeingPaid && sentAbout(each).length > 0);
  const paragraphs = words.split("\n\n");
  const aboutOthers = paragraphs.filter((part) => others.some((each) => part.includes(numberOf(each))));
  const isListed = (each: Looked) => listed === "all" || (listed === "held" && each.isHeld);
  const isAsItShouldBe = others.every((each) =>
    isListed(each) ? aboutOthers.some((part) => describes(part, each, own)) : aboutOthers.every((part) => !part.includes(numberOf(each))),
  );
  return {
    text: paragraphs.filter((part) => !aboutOthers.includes(part)).join("\n\n"),
    faults: isAsItShouldBe ? [] : ["it does not list the others that are open, or should not"],
  };
}

/** Whether a paragraph names number, customer, amount and link of an invoice, and its day to pay by unless that is over or the invoice is held. */
function describes(paragraph: string, each: Looked, { region, today }: Looked): boolean {
  const { books, played, collection, isHeld } = each;
  const words = [numberOf(each), played.name, spellCents(books.totalCents, region), played.secret];
  const day = isHeld ? null : collection.pay_by;
  const namesDay = !day || day < today || daysIn(paragraph).includes(spellDay(day, region));
  return namesDay && words.every((word) => paragraph.includes(word));
}

function numberOf({ played }: Looked): string {
  return played.details.externalInvoiceNumber;
}
