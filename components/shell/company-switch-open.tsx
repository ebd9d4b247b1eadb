"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Popover from "radix-ui/popover";
import { type KeyboardEvent, type ReactElement, useId, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { useSelectedCompany } from "./selected-company";

interface Props {
  partnerName: string;
  trigger: ReactElement;
}

interface Option {
  /** Null for all companies. */
  id: string | null;
  name: string;
}

/** The list of companies, loaded at its first use, and then open. Type to search, move by arrows, accept by Enter. */
export default function CompanySwitchOpen({ partnerName, trigger }: Props) {
  const say = useTranslations("shell");
  const { companyId, selectCompany } = useSelectedCompany();
  const { data: names } = useQuery(useTRPC().companies.names.queryOptions());
  const listId = useId();
  const [open, setOpen] = useState(true);
  const [search, setSearch] = useState("");
  const [position, setPosition] = useState(0);
  const sought = search.trim().toLowerCase();
  const matching: Option[] = names?.filter(({ name }) => name.toLowerCase().includes(sought)) ?? [];
  const options = sought === "" ? [{ id: null, name: say("allCompanies") }, ...matching] : matching;
  // Companies that are loaded again may be fewer than before. Without an option, the index is -1.
  const active = Math.min(position, options.length - 1);
  const idOf = (index: number) => `${listId}-${index}`;

  function choose({ id }: Option) {
    setOpen(false);
    setSearch("");
    setPosition(0);
    selectCompany(id);
  }

  function goTo(index: number) {
    setPosition(index);
    document.getElementById(idOf(index))?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = options.length - 1;
    const target = { ArrowDown: Math.min(active + 1, last), ArrowUp: Math.max(active - 1, 0), Home: 0, End: last }[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      const option = options[active];
      if (option) choose(option);
    } else if (target !== undefined) {
      event.preventDefault();
      goTo(target);
    }
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={say("chooseCompany")}
          className="z-20 grid max-h-80 w-72 grid-rows-[auto_minmax(0,1fr)] rounded-lg border border-line bg-raised p-1 text-sm shadow-pop"
        >
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={options.length > 0 ? idOf(active) : undefined}
            autoComplete="off"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setPosition(0);
            }}
            onKeyDown={onKeyDown}
            aria-label={say("findCompany")}
            placeholder={say("findCompany")}
            className="m-1 h-8 rounded-md border border-line-strong bg-surface px-2.5 placeholder:text-ink-faint"
          />
          <div id={listId} role="listbox" aria-label={say("chooseCompany")} className="overflow-auto">
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field, which keeps the focus, handles the keys.
              <div
                key={option.id}
                id={idOf(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                aria-current={option.id === companyId || undefined}
                onClick={() => choose(option)}
                className={clsx(
                  "flex min-h-7.5 w-full cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-hover max-lg:min-h-11",
                  index === active && "bg-hover",
                )}
              >
                <span className="truncate">{option.name}</span>
                {option.id === null && <span className="truncate text-xs text-ink-faint">{partnerName}</span>}
                {option.id === companyId && (
                  <Check aria-hidden="true" strokeWidth={1.75} className="ml-auto size-4 flex-none text-accent-text" />
                )}
              </div>
            ))}
          </div>
          {names && matching.length === 0 && (
            <p role="status" className="px-2 py-1.5 text-ink-muted">
              {say("noCompanyFound")}
            </p>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
