"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type Ref, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Checkbox } from "@/components/ui/form/checkbox";
import { SearchField } from "@/components/ui/form/search-field";

interface Props {
  chosen: string[];
  onChange: (chosen: string[]) => void;
  searchRef: Ref<HTMLInputElement>;
}

/** Maximum number of names shown; others are found faster by typing. */
const SHOWN = 100;

/** Selects some of the partner's companies. Initially selected ones are at the top. */
export function CompanyChoice({ chosen, onChange, searchRef }: Props) {
  const say = useTranslations("settings.rights");
  const { data: companies = [] } = useQuery(useTRPC().companies.names.queryOptions());
  const [search, setSearch] = useState("");
  const [initiallyChosen] = useState(chosen);
  const sought = search.trim().toLowerCase();
  const matching = companies.filter(({ name }) => name.toLowerCase().includes(sought));
  const ordered = [
    ...matching.filter(({ id }) => initiallyChosen.includes(id)),
    ...matching.filter(({ id }) => !initiallyChosen.includes(id)),
  ];
  const hiddenCount = ordered.length - SHOWN;

  return (
    <div className="ml-6 grid grid-cols-[minmax(0,1fr)] rounded-md border border-line">
      <div className="border-b border-line p-2">
        <SearchField
          ref={searchRef}
          name={say("search")}
          placeholder={say("search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            // Enter must not submit the surrounding form.
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      </div>
      <ul aria-label={say("companies")} className="grid max-h-52 content-start gap-1 overflow-y-auto p-2">
        {ordered.slice(0, SHOWN).map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              label={name}
              checked={chosen.includes(id)}
              onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
              className="rounded-sm px-1 py-0.5 hover:bg-hover"
            />
          </li>
        ))}
        {hiddenCount > 0 && <li className="px-1 text-xs text-ink-faint">{say("more", { count: hiddenCount })}</li>}
        {ordered.length === 0 && <li className="px-1 text-sm text-ink-muted">{say("noneFound")}</li>}
      </ul>
      <p role="status" className="border-t border-line px-3 py-1.5 text-xs text-ink-faint">
        {say("count", { count: chosen.length })}
      </p>
    </div>
  );
}
