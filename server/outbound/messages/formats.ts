/** How a region, such as `nl-BE`, writes a day, given as the moment at which it begins in UTC. */
export const dayFormat = oneForEach((region: string) => new Intl.DateTimeFormat(region, { dateStyle: "long", timeZone: "UTC" }));

/** How a region writes an amount. */
export const moneyFormat = oneForEach((region: string, currency: string) => new Intl.NumberFormat(region, { style: "currency", currency }));

/** Formatters are slow to make, and each mail needs several. */
function oneForEach<Key extends string[], Format>(make: (...key: Key) => Format): (...key: Key) => Format {
  const formats = new Map<string, Format>();
  return (...key) => {
    const name = key.join(" ");
    const known = formats.get(name) ?? make(...key);
    formats.set(name, known);
    return known;
  };
}
