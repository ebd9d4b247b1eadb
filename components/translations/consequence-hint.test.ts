import { expect, test } from "vitest";
import { locales } from "@/server/domain/formats/locales";
import { loadMessages } from "./load";

const CLUBS = { de: "der Ruderverein", en: "Rowing Club", fr: "le club d’aviron", it: "l’associazione", nl: "de roeivereniging" };
const DAYS = { de: "26. Januar", en: "26 January", fr: "26 janvier", it: "26 gennaio", nl: "26 januari" };

test.each(locales)("the hint about what follows the last reminder quotes the words that customers read, in %s", async (locale) => {
  const { collection, customer } = await loadMessages(locale);
  const filled = (text: string) => text.replace("{payBy}", DAYS[locale]).replace("{company}", CLUBS[locale]).trim();
  const frame = customer.next.consequence.replace(/\s*[„“«]\s?\{words\}.*$/u, "");
  expect(collection.hints.consequence).toContain(filled(frame));
  expect(collection.hints.consequence).toContain(filled(customer.next.afterwards));
  // A last reminder announces no debt collector and no court (docs/law.md).
  expect(collection.hints.consequence).not.toMatch(/inkasso|incasso|collection agency|recouvrement|recupero crediti|avocat/i);
});
