/**
 * Returns a key of a word that ignores how umlauts and å are spelled: "mueller" and "muller" have one key, "haakon" and "hakon" too. Other
 * spellings such as "meier" and "meyer" have different keys. Different names may share a key. The word is in lower case without diacritics.
 * SQL: the function `name_key`, which returns the key of a name's longest word.
 */
export function nameKey(word: string): string {
  return word.replace(/a+/g, "a").replace(/([aou])e+/g, "$1");
}
