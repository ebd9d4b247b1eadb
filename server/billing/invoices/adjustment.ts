/** A change of the amount owed, in positive cents, with the description of its line. */
export interface Adjustment {
  amountCents: number;
  description: string;
}
