import { raw, html as template } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Text that is already HTML. */
export type Markup = HtmlEscapedString;

/** Marks HTML as safe. Only for our own texts, never for anything that users wrote. */
export function trusted(markup: string): Markup {
  return raw(markup);
}

/** Values that a template may contain. False, null and undefined write nothing. */
export type Piece = Markup | string | number | false | null | undefined | Piece[];

/**
 * Hono's template: everything that is not markup is escaped, between tags and in quoted attributes. Used for pages without scripts, because
 * React alone would exceed their size limit.
 */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  const markup = template(parts, ...pieces);
  if (markup instanceof Promise) throw new Error("A piece of HTML is a promise");
  return markup;
}
