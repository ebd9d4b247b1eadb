import { raw, html as template } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Text that is already HTML. */
export type Markup = HtmlEscapedString;

/** Marks HTML as safe. Only for the service's own texts, never for text from users. */
export function trusted(markup: string): Markup {
  return raw(markup);
}

/** Values in a template. False, null and undefined produce nothing. */
export type Piece = Markup | string | number | false | null | undefined | Piece[];

/**
 * Hono's template, which escapes everything except markup, between tags and in quoted attributes. Used for pages without scripts, because
 * React alone would exceed their size limit.
 */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  const markup = template(parts, ...pieces);
  if (markup instanceof Promise) throw new Error("A piece of HTML is a promise");
  return markup;
}
