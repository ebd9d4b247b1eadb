import type { ComposedMail } from "../mails-to";
import { wordsOf } from "./words";

/** Text that mail programs show beside the subject, and the mail itself does not. */
const PREHEADER = /<div style="display:none[\s\S]*?<\/div>/;
/** Picture of a code, with its caption. */
const PICTURE = /<img[\s\S]*?<\/p>/;
/** Paragraphs and cells. */
const PARTS = /<p [\s\S]*?<\/p>|<td style[^>]*>[^<]*<\/td>/g;
const SIGNATURE = "-- ";

/** Returns the words that only one version of a mail contains, text or HTML, apart from addresses and the picture's caption. */
export function faultsOfVersions({ body, html }: ComposedMail): string[] {
  const text = body ?? "";
  const shown = (html ?? "").replace(PREHEADER, "");
  const onlyInText = text.split("\n").filter((line) => line !== SIGNATURE && !squash(wordsOf(shown)).includes(squash(line)));
  const parts = shown.replace(PICTURE, "").match(PARTS) ?? [];
  const onlyInHtml = parts.filter((part) => !squash(text).includes(squash(wordsOf(part))));
  return [...onlyInText.map((line) => `HTML lacks “${line}”`), ...onlyInHtml.map((part) => `text lacks “${wordsOf(part).trim()}”`)];
}

/** Removes addresses, colons, spaces and characters without width, in which the versions differ. */
function squash(words: string): string {
  return words.replaceAll(/https?:\/\/\S+|[\s:\u200b-\u200f\ufeff]/g, "");
}
