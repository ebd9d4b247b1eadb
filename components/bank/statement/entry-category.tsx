"use client";

import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import type { ProposedCategory } from "@/server/bank/payments/propose-category";
import { AcceptCategory } from "./accept-category";
import type { Categorized } from "./categorized";

/** The category of a payment without an invoice, or the proposed one. People who may decide about payments can set it. */
export function EntryCategory({ entry, proposed = null }: { entry: Categorized; proposed?: ProposedCategory | null }) {
  const bank = useTranslations("bank");
  const say = useTranslations("bank.categories");
  const mayDecide = useMay("money");
  const chooserId = useId();
  const { state, category, categoryText } = entry;
  if (state !== "noted") return null;
  const words = categoryText ?? (category && say(category));
  if (!mayDecide) return words;
  const name = entry.name || bank("noName");
  const choose = (
    <OnDemand
      load={() => import("./category-popover")}
      props={{ entry }}
      popup="dialog"
      trigger={
        <Button
          id={chooserId}
          size="sm"
          variant="quiet"
          className="-ml-2 max-w-full"
          aria-label={words ? say("of", { name, category: words }) : say(proposed ? "anotherOf" : "noneOf", { name })}
        >
          <Tag />
          <span className={words ? "min-w-0 truncate text-ink" : undefined}>{words ?? say(proposed ? "another" : "add")}</span>
          {entry.categoryAlways && <span className="text-ink-faint">{say("isAlways")}</span>}
        </Button>
      }
    />
  );
  // The same tree with and without a proposal, so that the chooser keeps the focus once a category is saved.
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      {proposed && !words && (
        <AcceptCategory entry={entry} proposed={proposed} onAccepted={() => document.getElementById(chooserId)?.focus()} />
      )}
      {choose}
    </span>
  );
}
