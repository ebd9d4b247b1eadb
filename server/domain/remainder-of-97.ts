/** The remainder by 97 of a text whose letters stand for two digits each, A for 10 and Z for 35: ISO 7064, MOD 97-10. */
export function remainderOf97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
