/** Pattern of the title that an import gets if nobody names it, such as "Import 2026-11-20"; the same in JavaScript and Postgres. */
export const DEFAULT_TITLE = "^Import [0-9]{4}-[0-9]{2}-[0-9]{2}$";

/** Whether an import has the title that it gets if nobody names it. Such a title explains no invoice. */
export function isDefaultTitle(title: string): boolean {
  return new RegExp(DEFAULT_TITLE).test(title);
}
