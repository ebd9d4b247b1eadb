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

export interface NarrowingProps {
  address: InboxAddress;
  onNarrow: (change: Partial<InboxAddress>) => void;
}

interface Props extends NarrowingProps {
  trigger: ReactElement<TriggerProps>;
}

/** Filters that take effect as soon as they are chosen. */
export default function NarrowingPopover({ address: { status, language, mine, order }, onNarrow, trigger }: Props) {
  const say = useTranslations("conversation.narrow");
  const sayLanguage = useTranslations("conversation.composer");
  const usual = usualOrder[status];
  return (
    <Popover trigger={trigger} name={say("open")} align="end" defaultOpen>
      <Field label={say("order")}>
        <Select
          value={order ?? usual}
          onChange={({ target: { value } }) => onNarrow({ order: value === usual ? null : value === "oldest" ? "oldest" : "newest" })}
        >
          <option value="oldest">{say("oldest")}</option>
          <option value="newest">{say("newest")}</option>
        </Select>
      </Field>
      <Field label={say("language")}>
        <Select value={language ?? ""} onChange={({ target: { value } }) => onNarrow({ language: isLocale(value) ? value : null })}>
          <option value="">{say("anyLanguage")}</option>
          {locales.map((locale) => (
            <option key={locale} value={locale}>
              {sayLanguage("language", { language: locale })}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox label={say("mine")} checked={mine} onChange={({ target: { checked } }) => onNarrow({ mine: checked })} />
    </Popover>
  );
}
