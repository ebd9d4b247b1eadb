import type { Locale } from "@/server/domain/formats/locales";

/** Replaces two consecutive full stops by one, because a name such as "e. V." may end the sentence. */
export function withOneFullStop(text: string): string {
  return text.replaceAll(/(?<!\.)\.\.(?!\.)/g, ".");
}

/** Replaces ß, which Switzerland does not write, by ss. Not for names, which stay as they are. */
export function inSwissSpelling(text: string): string {
  return text.replaceAll("ß", "ss");
}

/** Returns the full stop that is needed behind a quoted sentence; none if the sentence has an end of its own. */
export function endBehind(quoted: string): "." | "" {
  return /[.!?…]["”“»)]*$/u.test(quoted.trim()) ? "" : ".";
}

/** Writes a name and its value in one line: French puts a space that does not break before the colon. */
export function nameAndValue([name, value]: readonly [string, string], locale: Locale): string {
  return `${name}${locale === "fr" ? "\u00a0:" : ":"} ${value}`;
}
