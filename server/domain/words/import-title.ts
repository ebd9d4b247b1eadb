/** Whether an import has the title that it gets if nobody names it, such as "Import 2026-11-20". Such a title explains no invoice. */
export function isDefaultTitle(title: string): boolean {
  return /^Import \d{4}-\d\d-\d\d$/.test(title);
}
