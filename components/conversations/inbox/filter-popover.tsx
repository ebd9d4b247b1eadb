"use client";

import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field } from "@/components/ui/form/field";
import { Select } from "@/components/ui/form/select";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { Popover } from "@/components/ui/overlay/popover";
import { isLocale, locales } from "@/server/domain/formats/locales";
import { usualOrder } from "@/server/domain/rules/inbox-tabs";
import type { InboxAddress } from "./inbox-address";

export interface InboxFiltersProps {
  address: InboxAddress;
  onFilter: (change: Partial<InboxAddress>) => void;
}

interface Props extends InboxFiltersProps {
  trigger: ReactElement<TriggerProps>;
}

/** Popover with the filters and the order, which take effect as soon as they are chosen. */
export default function FilterPopover({ address: { status, language, mine, order }, onFilter, trigger }: Props) {
  const say = useTranslations("conversation.narrow");
  const sayLanguage = useTranslations("conversation.composer");
  const usual = usualOrder[status];
  return (
    <Popover trigger={trigger} name={say("open")} align="end" defaultOpen>
      <Field label={say("order")}>
        <Select
          value={order ?? usual}
          onChange={({ target: { value } }) => {
            const chosen = value === "oldest" ? "oldest" : "newest";
            onFilter({ order: chosen === usual ? null : chosen });
          }}
        >
          <option value="oldest">{say("oldest")}</option>
          <option value="newest">{say("newest")}</option>
        </Select>
      </Field>
      <Field label={say("language")}>
        <Select value={language ?? ""} onChange={({ target: { value } }) => onFilter({ language: isLocale(value) ? value : null })}>
          <option value="">{say("anyLanguage")}</option>
          {locales.map((locale) => (
            <option key={locale} value={locale}>
              {sayLanguage("language", { language: locale })}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox label={say("mine")} checked={mine} onChange={({ target: { checked } }) => onFilter({ mine: checked })} />
    </Popover>
  );
}
