/** A period of an account with its balances. Amounts in cents. */
export interface BalancedPeriod {
  openingCents: number;
  openingOn: string;
  closingCents: number;
  closingOn: string;
}

/** A file whose account is in doubt, with its rows in the order of the file. */
export interface BalancedFile extends BalancedPeriod {
  amountsCents: readonly number[];
}

/**
 * Returns the stored statement whose closing balance the file neither continues nor overlaps: the latest one that had ended by the file's
 * first day, or else the latest of all. Undefined if the file fits: its opening balance is the last closing balance, its closing balance
 * the next opening one, or a stored balance within its days is a balance between its rows. Undefined without stored statements, too.
 */
export function brokenOffAt<Period extends BalancedPeriod>(file: BalancedFile, stored: readonly Period[]): Period | undefined {
  return breakOf(file, balancesBetween(file), stored);
}

/** Does what `brokenOffAt` does. `between`: the balances that `balancesBetween` returns for the file. */
function breakOf<Period extends BalancedPeriod>(
  file: BalancedPeriod,
  between: ReadonlySet<number>,
  stored: readonly Period[],
): Period | undefined {
  const ended = stored.filter(({ closingOn }) => closingOn <= file.openingOn);
  const last = latest(ended);
  const next = stored
    .filter(({ openingOn }) => openingOn >= file.closingOn)
    .toSorted((one, other) => compare(one.openingOn, other.openingOn))[0];
  const continues = ended.some(({ closingOn, closingCents }) => closingOn === last?.closingOn && closingCents === file.openingCents);
  const precedes = stored.some(({ openingOn, openingCents }) => openingOn === next?.openingOn && openingCents === file.closingCents);
  if (continues || precedes) return undefined;
  const isWithin = (day: string) => day >= file.openingOn && day <= file.closingOn;
  const overlaps = stored.some(
    ({ openingOn, openingCents, closingOn, closingCents }) =>
      (isWithin(closingOn) && between.has(closingCents)) || (isWithin(openingOn) && between.has(openingCents)),
  );
  return overlaps ? undefined : (last ?? latest(stored));
}

/**
 * Returns, for each of several files of one account, the statement from which the file breaks off, as `brokenOffAt` does. A file also fits
 * if it continues or overlaps another file that fits, in any order: in an archive of months, only one continues what is stored. Statements
 * that are stored between two files still count. `own`: statements that come with the files and are the account's beyond doubt.
 */
export function brokenOffTogether(
  files: readonly BalancedFile[],
  stored: readonly BalancedPeriod[],
  own: readonly BalancedPeriod[] = [],
): (BalancedPeriod | undefined)[] {
  // Once per file: each is compared with many others, and may have thousands of rows.
  const balances = new Map(files.map((file) => [file, balancesBetween(file)]));
  const breakIn = (file: BalancedFile, periods: readonly BalancedPeriod[]) => breakOf(file, balances.get(file) ?? new Set(), periods);
  const fitting = new Set(files.filter((file) => !breakIn(file, stored)));
  const known: BalancedPeriod[] = [...stored, ...own, ...fitting];
  let reached: BalancedPeriod[] = [...own, ...fitting];
  // Files that are reached in one round are added together, so that their order does not matter. A file that fits now, but did not before,
  // fits one of the new periods: comparing it with these first is faster.
  while (reached.length > 0) {
    const next = files.filter((file) => !fitting.has(file) && reached.some((period) => !breakIn(file, [period])) && !breakIn(file, known));
    for (const file of next) fitting.add(file);
    known.push(...next);
    reached = next;
  }
  return files.map((file) => (fitting.has(file) ? undefined : breakIn(file, known)));
}

/** Balances before, between and after the rows, in both orders: the oldest row may be first or last. */
function balancesBetween({ openingCents, closingCents, amountsCents }: BalancedFile): Set<number> {
  const balances = new Set([openingCents, closingCents]);
  let [upwards, downwards] = [openingCents, closingCents];
  for (const cents of amountsCents) {
    upwards += cents;
    downwards -= cents;
    balances.add(upwards).add(downwards);
  }
  return balances;
}

function latest<Period extends BalancedPeriod>(periods: readonly Period[]): Period | undefined {
  return periods.toSorted((one, other) => compare(other.closingOn, one.closingOn))[0];
}

function compare(oneDay: string, otherDay: string): number {
  if (oneDay === otherDay) return 0;
  return oneDay < otherDay ? -1 : 1;
}
