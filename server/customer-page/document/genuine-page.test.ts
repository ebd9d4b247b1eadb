import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { loadMessages } from "@/components/translations/load";
import { locales } from "@/server/domain/formats/locales";
import { genuinePage } from "./genuine-page";

async function pageIn(locale: (typeof locales)[number], rest: Pick<Parameters<typeof genuinePage>[0], "typed" | "answer">) {
  const say = createTranslator({ locale, messages: await loadMessages(locale), namespace: "customer" });
  return genuinePage({ say, locale, style: "", ...rest }).toString();
}

const company = `Club <img src=x onerror=alert(1)>`;

test.each(locales)(
  "each answer is shown in %s, without a script, and a form lets the reader ask again without the code in the address",
  async (locale) => {
    const answers = [undefined, "no", "tooMany", { company, number: "2027-1", date: "22 November 2026" }] as const;
    const pages = await Promise.all(answers.map((answer) => pageIn(locale, { typed: `7K2M"><script>`, answer })));
    expect(new Set(pages).size).toBe(4);
    for (const page of pages) {
      expect(page).toContain(`<html lang="${locale}">`);
      expect(page).toContain(`<form class="stack" method="post" action="/genuine">`);
      expect(page).not.toMatch(/<script|<img|genuine\.\w/);
    }
    expect(pages[3]).toContain("22 November 2026");
    expect(pages[3]).toContain("Club &lt;img");
  },
);
