import { TIME_ZONE } from "@/server/domain/time-zone";

/** How a region, such as `nl-BE`, writes a day. */
export const dayFormat = oneForEach((region: string) => new Intl.DateTimeFormat(region, { dateStyle: "long", timeZone: TIME_ZONE }));

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
