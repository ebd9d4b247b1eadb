/** Maximum number of steps above zero. */
const MOST_STEPS = 4;

/**
 * Returns round values in steps of 1, 2 or 5 times a power of ten, which cover zero and the given values, except negative ones less than
 * half a step below zero.
 */
export function axisTicks(values: readonly number[]): number[] {
  const largest = Math.max(0, ...values);
  const smallest = Math.min(0, ...values);
  const step = roundStep((largest - smallest) / MOST_STEPS);
  const from = -smallest < step / 2 ? 0 : Math.floor(smallest / step);
  const to = Math.max(1, Math.ceil(largest / step));
  // Rounding removes the errors of binary fractions, such as in 3 * 0.1.
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)));
}

/** Writes a value with one decimal; below one, with two digits that are not 0, so that neighbouring values of an axis differ. */
export function formatTick(value: number, region: string): string {
  const digits = Math.abs(value) < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 };
  return value.toLocaleString(region, digits).replace("-", "−");
}

function roundStep(least: number): number {
  if (least <= 0) return 1;
  const powerOfTen = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * powerOfTen >= least) ?? 10) * powerOfTen;
}
