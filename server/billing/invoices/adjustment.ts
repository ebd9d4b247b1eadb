/** A change of what is owed, in positive cents, with the words that stand on its line. */
export interface Adjustment {
  amountCents: number;
  description: string;
}
