import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** An active filter, with a button to remove it. With `onOpen`, its text opens the place where the filter was set. */
export function FilterChip({
  name,
  value,
  onRemove,
  onOpen,
}: {
  name: string;
  value: ReactNode;
  onRemove: () => void;
  onOpen?: () => void;
}) {
  const t = useTranslations("ui");
  const words = (
    <>
      <span className="text-ink-faint">{name}</span> <span className="font-medium">{value}</span>
    </>
  );
  return (
    <span className="inline-flex h-7 max-w-full flex-none items-center rounded-md border border-line bg-surface text-sm max-sm:h-9">
      {onOpen ? (
        <button type="button" className="h-full min-w-0 truncate rounded-md pr-1 pl-2.5 hover:bg-hover" onClick={onOpen}>
          {words}
        </button>
      ) : (
        <span className="min-w-0 truncate pr-1 pl-2.5">{words}</span>
      )}
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
