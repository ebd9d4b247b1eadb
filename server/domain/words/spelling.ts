import type { Locale } from "@/server/domain/formats/locales";

/** Replaces two consecutive full stops by one, because a name such as "e. V." may end the sentence. */
export function withOneFullStop(text: string): string {
  return text.replaceAll(/(?<!\.)\.\.(?!\.)/g, ".");
}

/** Replaces ß, which Switzerland does not write, by ss. Not for names, which stay as they are. */
export function inSwissSpelling(text: string): string {
  return text.replaceAll("ß", "ss");
}

/** Articles that Italian shortens before a vowel, alone or joined to a preposition: il, dal, nel. A PDF never breaks a day over lines. */
const italianArticle =
  /(?<!\p{L})(il|al|dal|del|nel|sul)[ \u00a0](?=(?:8|11)[ \u00a0](?:gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic))/giu;

/** Shortens Italian articles before days whose number begins with a vowel: "entro il 8 marzo" becomes "entro l’8 marzo". */
export function withItalianDays(text: string): string {
  return text.replaceAll(italianArticle, (_, article: string) =>
    /^il$/i.test(article) ? `${article[0] === "I" ? "L" : "l"}’` : `${article}l’`,
  );
}

/** Puts right what values bring about in a sentence: a second full stop, and in Italian the article of a day. */
export function withValuesFitted(text: string, locale: Locale): string {
  return locale === "it" ? withItalianDays(withOneFullStop(text)) : withOneFullStop(text);
}

/** Returns the full stop that is needed behind a quoted sentence; none if the sentence has an end of its own. */
export function endBehind(quoted: string): "." | "" {
  return /[.!?…]["”“»)]*$/u.test(quoted.trim()) ? "" : ".";
}

/** Writes a name and its value in one line: French puts a space that does not break before the colon. */
export function nameAndValue([name, value]: readonly [string, string], locale: Locale): string {
  return `${name}${locale === "fr" ? "\u00a0:" : ":"} ${value}`;
}
