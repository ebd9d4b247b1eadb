import { amountsIn, daysIn } from "./spelling";

/** Returns a fault for each amount and each day in a text that is none of the true ones. All are as written in the mail. */
export function untrueWords(text: string, trueAmounts: string[], trueDays: string[]): string[] {
  return [...othersThan(trueAmounts, amountsIn(text)), ...othersThan(trueDays, daysIn(text))];
}

function othersThan(trueOnes: string[], named: string[]): string[] {
  return named.filter((each) => !trueOnes.includes(each)).map((each) => `it names ${each}, and only ${trueOnes.join(", ")} are true`);
}
