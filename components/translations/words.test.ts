import { expect, test } from "vitest";
import { locales } from "@/server/domain/formats/locales";
import { loadMessages } from "./load";

/** Every text, with its key. */
function textsIn(messages: object, path = ""): [name: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value]] : textsIn(value, `${path}${key}.`),
  );
}

// Pairs of words for one thing that readers found. The last word is the right one.
test.each([
  { locale: "de", refused: /\bZustand\b/, word: "Status" },
  // Lines in this sense also exist in an address and in a file.
  {
    locale: "de",
    refused: /\bZeilen?\b|(Rechnungs|Gutschrifts?)zeile/,
    word: "Position",
    except:
      /\.customerAddress2$|^bank\.((facts|upload)\.(place|placeUnnumbered|currencyPlace|cut|notCut|whyCut)|csv\.(preview\.(leftOut|why|line)|doubt\.(balance|elsewhere)))$|^mandates\.upload\.|^settings\.season\.(fault|scenarioHint)$|^errors\.mandate_file_too_long$/,
  },
  { locale: "de", refused: /\b(Ausser|Gross|Strasse)/, word: "außer" },
  { locale: "nl", refused: /\bStand\b(?! van)/, word: "Status" },
  { locale: "de", refused: /-Id\b/, word: "ID" },
  { locale: "de", refused: /\bSandbox\b/, word: "Testumgebung" },
  { locale: "de", refused: /\bFirm(a|en)\b/, word: "Organisation" },
  { locale: "en", refused: /\b[Aa]cts\b(?! on the page)|\b[Tt]his act\b/, word: "action" },
  { locale: "fr", refused: /bac à sable/i, word: "environnement de test" },
  { locale: "fr", refused: /sociét/i, word: "organisation" },
  { locale: "it", refused: /\bsandbox\b/i, word: "ambiente di prova" },
  { locale: "it", refused: /societ/i, word: "organizzazione" },
  { locale: "nl", refused: /\bsandbox\b/i, word: "testomgeving" },
  { locale: "nl", refused: /\bbedrijven\b/i, word: "organisaties" },
] as const)("in $locale nothing is called $refused but $word", async ({ locale, refused, word, ...rest }) => {
  const texts = textsIn(await loadMessages(locale));
  const except = "except" in rest ? rest.except : undefined;
  expect(texts.filter(([name, text]) => refused.test(text) && !except?.test(name))).toEqual([]);
  expect(texts.some(([, text]) => text.toLowerCase().includes(word.toLowerCase()))).toBe(true);
});

// Pages that once promised more, or less, than the service does.
const lastMessage = { de: /eine letzte/, en: /one last message/, fr: /un dernier/, it: /un ultimo/, nl: /een laatste bericht/ };
const dueDay = { de: /\{day\}/, en: /\{day\}/, fr: /\{day\}/, it: /\{day\}/, nl: /\{day\}/ };
const eachWayIn = { de: /API.* von Hand/, en: /API.* by hand/, fr: /API.* à la main/, it: /API.* a mano/, nl: /API.* met de hand/ };

test.each([
  ["retracting an invoice: that one last message leaves", "invoice.retract.consequence", lastMessage],
  ["retracting many invoices: that one last message leaves", "bulkJobs.retract.consequence", lastMessage],
  ["a list without invoices: that they come over the API or are typed in", "invoices.nothingYet.body", eachWayIn],
  ["what is to be paid in a week: on which day it is due", "collection.forecast.fallsDue", dueDay],
])("each language says of %s", async (_, name, words) => {
  for (const locale of locales) {
    const [, text] = textsIn(await loadMessages(locale)).find(([each]) => each === name) ?? [];
    expect(text, locale).toMatch(words[locale]);
  }
});
