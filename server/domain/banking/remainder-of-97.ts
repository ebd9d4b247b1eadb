/** Returns the remainder by 97 (ISO 7064, MOD 97-10) of a text whose letters count as two digits, A as 10 to Z as 35. */
export function remainderOf97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
