"use client";

import { useTranslations } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { verifySnippets } from "../developers/verify-snippets";
import { CodeBlock } from "../ui/code-block";
import { Section } from "../ui/section";
import { Segmented } from "../ui/segmented";

const languages = ["TypeScript", "Python", "PHP"] as const satisfies (keyof typeof verifySnippets)[];

/** How a receiver tells that a notification is ours. */
export function Verify() {
  const say = useTranslations("endpoints.verify");
  const [language, setLanguage] = useQueryState("snippet", parseAsStringLiteral(languages).withDefault("TypeScript"));
  return (
    <Section
      title={say("title")}
      actions={
        <Segmented
          name={say("language")}
          value={language}
          segments={languages.map((value) => ({ value, label: value }))}
          onChange={setLanguage}
        />
      }
    >
      <p className="max-w-[72ch] text-sm text-ink-muted">{say("about")}</p>
      <CodeBlock name={say("code", { language })} text={verifySnippets[language]} />
    </Section>
  );
}
