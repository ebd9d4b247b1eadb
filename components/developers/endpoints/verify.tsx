"use client";

import { useTranslations } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { verifySnippets } from "@/components/developers/verify-snippets";
import { Segmented } from "@/components/ui/form/segmented";
import { Section } from "@/components/ui/page/section";
import { CodeBlock } from "@/components/ui/text/code-block";

const languages = ["TypeScript", "Python", "PHP"] as const satisfies (keyof typeof verifySnippets)[];

/** Code with which a receiver verifies a notification, in the language that the reader chooses. */
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
