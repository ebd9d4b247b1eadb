/** Facts in `:86:`. The text has marks where the bank divided it (seams.ts). */
export interface Narrative {
  text: string;
  references: string[];
  name: string;
  iban: string;
  endToEndId: string;
  returnReason: string;
  creditorIdentifiers: string[];
}

/** The statement's account and the direction of the money, by which the other party is recognised. */
export interface NarrativeContext {
  account: string;
  isCredit: boolean;
}

export const emptyNarrative: Narrative = {
  text: "",
  references: [],
  name: "",
  iban: "",
  endToEndId: "",
  returnReason: "",
  creditorIdentifiers: [],
};
