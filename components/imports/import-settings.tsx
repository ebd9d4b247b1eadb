"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { SettingsSection } from "@/components/invoices/collection/settings-section";
import { importPreviewHref } from "@/components/previews/preview-address";
import { useMay } from "@/components/shell/reader-rights";
import { Section } from "@/components/ui/page/section";
import type { ImportDescription } from "@/server/billing/imports/import";

/** Settings of the import's collection, or a note that the import has none and is not collected. */
export function ImportSettings({ record }: { record: ImportDescription }) {
  const say = useTranslations("collection");
  const mayChange = useMay("invoices");
  const trpc = useTRPC();
  const { data: stored } = useSuspenseQuery(trpc.imports.settings.queryOptions({ importId: record.id }));
  const { data: languages } = useSuspenseQuery(trpc.imports.languages.queryOptions({ importId: record.id }));
  if (!stored) {
    return (
      <Section title={say("title")}>
        <p className="text-sm text-ink-muted">{say("notCollected")}</p>
      </Section>
    );
  }
  return (
    <SettingsSection
      of={{ importId: record.id }}
      companyId={record.companyId}
      currency={record.currency}
      country={record.countryCode}
      languages={languages}
      stored={stored}
      canEdit={mayChange && !record.transmittedAt}
      previewHref={record.contents.invoicesCount > 0 ? importPreviewHref(record.id) : undefined}
      note={say(record.transmittedAt ? "areFixed" : "willBeFixed")}
    />
  );
}
