"use client";

import { Eye, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/form/button";
import { ButtonLink } from "@/components/ui/form/button-link";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Banner } from "@/components/ui/page/banner";
import { Section } from "@/components/ui/page/section";
import type { VersionedSettings } from "@/server/billing/collection-settings/settings";
import type { Locale } from "@/server/domain/formats/locales";
import { SettingsDetails } from "./settings-details";

interface Props {
  of: { companyId: string } | { importId: string };
  /** Company whose accounts are offered. */
  companyId: string;
  currency: string;
  /** The company's country. */
  country: string;
  /** Languages in which texts are asked for; the company's own first. */
  languages: readonly Locale[];
  stored: VersionedSettings;
  canEdit: boolean;
  /** Reason why a setting has no effect. */
  warning?: ReactNode;
  /** Address of the preview of the mails; absent if there is nothing to show. */
  previewHref?: string | undefined;
  /** Purpose of the settings, or a note that they are fixed. */
  note: ReactNode;
}

/** Settings of a company or an import on its page. */
export function SettingsSection({ of, companyId, currency, country, languages, stored, canEdit, warning, previewHref, note }: Props) {
  const say = useTranslations("collection");
  return (
    <Section
      title={say("title")}
      actions={
        canEdit && (
          <OnDemand
            load={() => import("./edit-settings")}
            props={{ of, companyId, currency, country, languages, stored }}
            popup="dialog"
            trigger={
              <Button size="sm" aria-label={say("edit.openSettings")}>
                <Pencil />
                {say("edit.open")}
              </Button>
            }
          />
        )
      }
    >
      <SettingsDetails settings={stored.settings} companyId={companyId} currency={currency} country={country} />
      {warning && <Banner tone="attention">{warning}</Banner>}
      <p className="text-xs text-ink-faint">{note}</p>
      {previewHref && (
        <div className="print:hidden">
          <ButtonLink size="sm" href={previewHref}>
            <Eye />
            {say("preview")}
          </ButtonLink>
        </div>
      )}
    </Section>
  );
}
