import { build } from "esbuild";
import { formatDay } from "@/server/domain/formats/dates";
import { formatMoney } from "@/server/domain/formats/money";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenStaff, signInAs, visit } from "./given";
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

test("staff of a Swiss organisation read no ß, and names keep theirs", async ({ page }) => {
  for (const { countryCode, street } of [
    { countryCode: "CH", street: "Strasse" },
    { countryCode: "DE", street: "Straße" },
  ] as const) {
    const partner = await givenPartner();
    const company = await givenCompany(partner, { countryCode, name: "Ruderclub Weiß" });
    await signInAs(page, await givenStaff(partner, { locale: "de" }));
    await visit(page, `/companies/${company.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ruderclub Weiß");
    await page.getByRole("button", { name: "Bearbeiten" }).first().click();
    await expect(page.getByRole("dialog").getByLabel(street, { exact: true })).toBeVisible();
  }
});
