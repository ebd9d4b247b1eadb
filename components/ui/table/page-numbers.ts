/** Returns the pages that a pager shows: the first, the last, and the current one with its neighbours; null stands for a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = new Set([1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages));
  const numbers: (number | null)[] = [];
  let before = 0;
  for (const number of [...shown].sort((a, b) => a - b)) {
    // A gap of one page is replaced by that page's number, which takes less room.
    if (number - before === 2) numbers.push(number - 1);
    else if (number - before > 2) numbers.push(null);
    numbers.push(number);
    before = number;
  }
  return numbers;
}
