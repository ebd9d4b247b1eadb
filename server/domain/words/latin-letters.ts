/**
 * Writes Greek and Cyrillic words in Latin letters, as banks do: Greek and Bulgarian letters by the European Payments Council's conversion
 * table (EPC217-08), other Cyrillic letters as in passports (ICAO Doc 9303-3, section 6). Banks compare the payee's name with the account
 * holder's, so it must be spelled as they spell it. Other characters stay.
 */
export function latinLetters(text: string): string {
  return text.normalize("NFC").replace(/[\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*/gu, (letter, at: number, whole: string) => {
    const latin = LATIN[letter.toLowerCase()] ?? LATIN[letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()];
    if (latin === undefined) return letter;
    if (letter === letter.toLowerCase()) return latin;
    const next = whole.slice(at + letter.length).charAt(0);
    const isInSmallLetters = next !== next.toUpperCase();
    return isInSmallLetters ? latin.charAt(0).toUpperCase() + latin.slice(1) : latin.toUpperCase();
  });
}

const GREEK = "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o";

const BULGARIAN =
  "а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sht ъ a ь y ю yu я ya";

/** Letters of Russian, Ukrainian, Belarusian, Serbian and Macedonian that Bulgarian does not have. */
const OTHER_CYRILLIC = "ё e ы y э e є ie і i ї i ґ g ў u ђ d ј j љ lj њ nj ћ c џ dz ѓ g ќ k ѕ dz";

/** Latin letters by small letter. */
const LATIN: Record<string, string> = Object.fromEntries(
  [...`${GREEK} ${BULGARIAN} ${OTHER_CYRILLIC}`.matchAll(/(\S) (\S+)/g)].map(([, letter, latin]) => [letter, latin]),
);
