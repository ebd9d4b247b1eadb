import { raw, html as template } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Text that is already HTML. */
export type Markup = HtmlEscapedString;

/** Takes HTML that was made of our own words as it is. Nothing that anybody else wrote may come here. */
export function trusted(markup: string): Markup {
  return raw(markup);
}

/** What a template may contain. False, null and undefined write nothing. */
export type Piece = Markup | string | number | false | null | undefined | Piece[];

/**
 * Hono's template: everything that is not markup is escaped, between tags and in quoted attributes. Pages that run no script are written with it, because
 * React alone weighs more than they may.
 */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  const markup = template(parts, ...pieces);
  if (markup instanceof Promise) throw new Error("A piece of HTML is a promise");
  return markup;
}
