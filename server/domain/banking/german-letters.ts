/** Countries whose banks and customers write ä, ö and ü as ae, oe and ue where only plain letters are allowed. */
const COUNTRIES = new Set(["AT", "CH", "DE", "LI"]);

const letters: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", Ä: "Ae", Ö: "Oe", Ü: "Ue" };

/** Whether texts in payment files of this account are spelled as in German. */
export function isGermanAccount(iban: string): boolean {
  return COUNTRIES.has(iban.slice(0, 2));
}

/** Spells umlauts as two letters: `Böhm` becomes `Boehm`, `BÖHM` `BOEHM`. Other letters stay. */
export function spellUmlauts(text: string): string {
  return text.normalize("NFC").replace(/[äöüÄÖÜ]/g, (letter, at: number, whole: string) => {
    const spelled = letters[letter] ?? letter;
    const isCapital = letter !== letter.toLowerCase() && /\p{Lu}/u.test(whole[at + 1] ?? whole[at - 1] ?? "");
    return isCapital ? spelled.toUpperCase() : spelled;
  });
}
