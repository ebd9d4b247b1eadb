/**
 * Returns the key of a word, equal for all spellings of a name: "mueller" and "muller" have one key. Different names may share a key. The
 * word is in lower case without diacritics. SQL: the function `name_key`, which returns the key of a name's longest word.
 */
export function nameKey(word: string): string {
  return word.replace(/a+/g, "a").replace(/([aou])e+/g, "$1");
}
