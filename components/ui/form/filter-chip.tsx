import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** An active filter, with a button to remove it. */
export function FilterChip({ name, value, onRemove }: { name: string; value: ReactNode; onRemove: () => void }) {
  const t = useTranslations("ui");
  return (
    <span className="inline-flex h-7 max-w-full flex-none items-center rounded-md border border-line bg-surface text-sm max-sm:h-9">
      <span className="min-w-0 truncate pr-1 pl-2.5">
        <span className="text-ink-faint">{name}</span> <span className="font-medium">{value}</span>
      </span>
      <button
        type="button"
        aria-label={t("removeFilter", { name })}
        className="grid h-full w-7 flex-none place-items-center rounded-md text-ink-faint hover:text-ink max-sm:w-9"
        onClick={onRemove}
      >
        <X className="size-3.5" />
      </button>
    </span>
  );
}
