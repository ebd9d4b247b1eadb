/** Figures in a text, reduced to their digits, so that "1,234.00" and "1.234,00" are equal. */
interface Figures {
  amounts: string[];
  /** Other numbers. The first date in the text, such as “20 November”, is left out. */
  counts: string[];
}

const MONTH = "Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sept?|September|Oct(ober)?|Nov(ember)?|Dec(ember)?";
const FIRST_DATE = new RegExp(String.raw`\d+ (?:${MONTH})(?![a-z])`);

export function figuresIn(text: string): Figures {
  const amounts = text.match(/\d[\d.,]*[.,]\d\d(?!\d)/g) ?? [];
  const rest = amounts.reduce((words, amount) => words.replace(amount, " "), text.replace(FIRST_DATE, ""));
  return { amounts: amounts.map(digitsOf), counts: (rest.match(/\d[\d.,]*/g) ?? []).map(digitsOf) };
}

export const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Whether the address leads to the first page of a list in which a figure can be checked, and not to a record in the list. */
export function leadsToList(href: string): boolean {
  return /^\/(invoices|imports|tickets)(\?|$)|^\/imports\/\w+\?show=/.test(href) && !/[?&](invoice|page)=/.test(href);
}
