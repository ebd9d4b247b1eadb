/** Text that is HTML already. */
export interface Markup {
  markup: string;
}

/** What may stand in HTML. Of nothing, and of what is not, nothing is written. */
export type Piece = Markup | string | number | false | null | undefined | Piece[];

/**
 * HTML with pieces in it. Whatever is not markup itself is escaped, between tags and in quoted attributes alike. The customer's page is written with it,
 * because React in the browser alone weighs more than the page may.
 */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  const [first = "", ...others] = parts;
  return { markup: others.reduce((written, part, index) => written + write(pieces[index]) + part, first) };
}

function write(piece: Piece): string {
  if (piece === undefined || piece === null || piece === false) return "";
  if (Array.isArray(piece)) return piece.map(write).join("");
  return typeof piece === "object" ? piece.markup : escaped(String(piece));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
