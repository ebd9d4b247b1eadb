import fc from "fast-check";
import { expect, test } from "vitest";
import { html } from "@/server/platform/html";
import { type MailContent, renderMail } from "./mail";
import { unbroken } from "./unbroken";

const content: MailContent = {
  locale: "nl",
  greeting: "Goedendag,",
  opening: "Drie facturen.",
  details: [],
  picture: undefined,
  paragraphs: [],
  regards: "Met vriendelijke groet,",
  company: "Roeivereniging Noord",
  footer: "U ontvangt dit bericht.",
  listed: [],
  facts: [
    ["Factuurnummer", "2027-001"],
    ["IBAN", "NL91 TEST 0417 1643 00"],
  ],
  link: { label: "€ 45,00 betalen", url: "https://pay.example/i/a" },
  check: { words: "Twijfelt u? Vul code 7K2M-9QXD-01TB in op", url: "https://pay.example/genuine" },
};
const listed = ["Ada", "Ben"].map((name) => ({
  thing: `Contributie 2027 voor ${name} Brandsma`,
  amount: "€ 45,00, te betalen uiterlijk op 13 december 2026",
  link: { label: `Factuur F-${name} openen`, url: `https://pay.example/i/${name}` },
}));

/** Texts of the paragraphs in each table cell. */
const cellsOf = (markup: string) =>
  markup
    .split(/<\/?td[^>]*>/)
    .map((cell) => [...cell.matchAll(/<p[^>]*>([\s\S]*?)<\/p>/g)].map(([, words = ""]) => words.replace(/<[^>]*>/g, "")))
    .filter((cell) => cell.length > 0);

test("each name stands above its value in the same cell, so that no column is too narrow for a word", () => {
  expect(cellsOf(renderMail(content).html)).toContainEqual(["Factuurnummer", "2027-001", "IBAN", "NL91 TEST 0417 1643 00"]);
});

test("invoices that are asked for together are rows of thing, person, sum, day and own link, above the sum", () => {
  const { html: page, text } = renderMail({ ...content, listed });
  const rows = cellsOf(page).slice(1, 4);
  expect(rows.slice(0, 2)).toEqual(listed.map(({ thing, amount, link }) => [thing, amount, link.label]));
  expect(rows[2]?.[0]).toBe("Factuurnummer");
  for (const { thing, amount, link } of listed) {
    expect(page).toMatch(new RegExp(`<a href="${link.url}"[^>]*>Factuur (?:<span[^>]*>)?F-`));
    expect(text).toContain(`\n\n${thing}: ${amount}\n${link.label}: ${link.url}\n\n`);
  }
});

test("a mail without invoices, facts and a link has no empty box", () => {
  expect(renderMail({ ...content, facts: [], link: null }).html).not.toContain("#f4f5f6");
});

const markupOf = (text: string) => String(html`${unbroken(text)}`);

test.each(["2027-001", "NL-2027/12", "E-Mail", "7K2M-9QXD-01TB", "+++010/0000/04226+++"])("%s is not broken at its signs", (word) => {
  expect(markupOf(`Code ${word} in`)).toBe(`Code <span style="white-space:nowrap">${word}</span> in`);
});

test("a word that is longer than a phone's line may break, and so may groups of an account number at their spaces", () => {
  for (const text of [`2027-${"7".repeat(40)}`, "NL91 TEST 0417 1643 00", "Ruder- und Segelclub"]) expect(markupOf(text)).toBe(text);
});

test("a text keeps its words and spaces, and stays escaped", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "-", "/", " ", "\n", "\u00a0", "<", "&", "é") }), (text) => {
      const shown = markupOf(text).replaceAll('<span style="white-space:nowrap">', "").replaceAll("</span>", "");
      expect(shown.replaceAll("&lt;", "<").replaceAll("&amp;", "&")).toBe(text);
      expect(shown).not.toContain("<");
    }),
  );
});
