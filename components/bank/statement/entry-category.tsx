"use client";

import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import type { Categorized } from "./categorized";

/** The category of a payment without an invoice. People who may decide about payments can set it. */
export function EntryCategory({ entry }: { entry: Categorized }) {
  const bank = useTranslations("bank");
  const say = useTranslations("bank.categories");
  const mayDecide = useMay("money");
  const { state, category, categoryText } = entry;
  if (state !== "noted") return null;
  const words = categoryText ?? (category && say(category));
  if (!mayDecide) return words;
  const name = entry.name || bank("noName");
  return (
    <OnDemand
      load={() => import("./category-popover")}
      props={{ entry }}
      popup="dialog"
      trigger={
        <Button
          size="sm"
          variant="quiet"
          className="-ml-2 max-w-full"
          aria-label={words ? say("of", { name, category: words }) : say("noneOf", { name })}
        >
          <Tag />
          <span className={words ? "min-w-0 truncate text-ink" : undefined}>{words ?? say("add")}</span>
        </Button>
      }
    />
  );
}
