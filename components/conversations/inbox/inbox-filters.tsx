"use client";

import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { FilterChip } from "@/components/ui/form/filter-chip";
import { IconButton } from "@/components/ui/form/icon-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import type { InboxFiltersProps } from "./filter-popover";

/** Button for the order, and for the filters by language and by the reader's own participation. */
export function InboxFilters(props: InboxFiltersProps) {
  const say = useTranslations("conversation.narrow");
  return (
    <OnDemand
      load={() => import("./filter-popover")}
      props={props}
      popup="dialog"
      trigger={
        <IconButton name={say("open")} variant="quiet" size="sm">
          <SlidersHorizontal />
        </IconButton>
      }
    />
  );
}

/** Active filters by language and participation, each with a button to remove it. */
export function InboxFilterChips({ address: { language, mine }, onFilter }: InboxFiltersProps) {
  const say = useTranslations("conversation.narrow");
  const sayLanguage = useTranslations("conversation.composer");
  if (!language && !mine) return null;
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2">
      {language && (
        <FilterChip name={say("language")} value={sayLanguage("language", { language })} onRemove={() => onFilter({ language: null })} />
      )}
      {mine && <FilterChip name={say("only")} value={say("mine")} onRemove={() => onFilter({ mine: false })} />}
    </div>
  );
}
