/** A change of the amount owed, in positive cents, with its line's description. */
export interface Adjustment {
  amountCents: number;
  description: string;
}
