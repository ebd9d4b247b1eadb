"use client";

import { CircleUser } from "lucide-react";
import { useTranslations } from "next-intl";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import type { Reader } from "./reader";

/** The reader's name, which opens their menu. */
export function UserMenu({ reader }: { reader: Reader }) {
  const say = useTranslations("shell");
  const trigger = (
    <button
      type="button"
      className="flex h-7.5 w-full cursor-pointer items-center gap-2 rounded-md px-2 text-left text-sm text-ink-muted hover:bg-hover hover:text-ink max-lg:h-11"
    >
      <CircleUser aria-hidden="true" strokeWidth={1.75} className="size-4 flex-none" />
      <span className="truncate">{reader.name}</span>
      <span className="ml-auto text-xs text-ink-faint">{say(`roles.${reader.role}`)}</span>
    </button>
  );
  return <OnDemand load={() => import("./user-menu-open")} props={{ reader }} popup="menu" trigger={trigger} />;
}
