/** Returns the function with its results cached, by the text. The cache is emptied whenever it has `most` results. */
export function cached<Value>(compute: (text: string) => Value, most = 20_000): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const value = compute(text);
    known.set(text, value);
    return value;
  };
}
