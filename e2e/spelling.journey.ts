import { build } from "esbuild";
import { formatDay } from "@/server/domain/formats/dates";
import { formatMoney } from "@/server/domain/formats/money";
import { expect, test } from "./test";

const REGIONS = ["fr-CH", "de-CH", "it-CH", "it-IT", "de-AT", "fr-BE", "de-DE", "en-GB", "nl-NL"];

test("a browser formats amounts and days as the server does, even with old language data", async ({ page }) => {
  const contents = `import { formatDay } from "./server/domain/formats/dates";
    import { formatMoney } from "./server/domain/formats/money";
    globalThis.write = (region) => [formatMoney(-123450, "CHF", region), formatMoney(123456789, "EUR", region), formatDay("2027-01-04", region, "long")];`;
  const stdin = { contents, resolveDir: process.cwd() };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "iife", alias: { "@": process.cwd() } });
  await page.goto("/sign-in");
  for (const region of REGIONS) {
    const written = await page.evaluate<string[]>(`${outputFiles[0]?.text}; write(${JSON.stringify(region)})`);
    expect(written).toEqual([
      formatMoney(-123_450, "CHF", region),
      formatMoney(123_456_789, "EUR", region),
      formatDay("2027-01-04", region, "long"),
    ]);
  }
});
