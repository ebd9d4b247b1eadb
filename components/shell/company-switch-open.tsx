"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Popover from "radix-ui/popover";
import { type ReactElement, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { useOpenCompany } from "./open-company";

interface Props {
  partnerName: string;
  trigger: ReactElement;
}

/** The list of companies, loaded when it is first asked for, and then open. */
export default function CompanySwitchOpen({ partnerName, trigger }: Props) {
  const say = useTranslations("shell");
  const { companyId, openCompany } = useOpenCompany();
  const { data: names } = useQuery(useTRPC().companies.names.queryOptions());
  const [open, setOpen] = useState(true);
  const [search, setSearch] = useState("");
  const matching = names?.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())) ?? [];

  function choose(id: string | null) {
    setOpen(false);
    setSearch("");
    openCompany(id);
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
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            aria-label={say("findCompany")}
            placeholder={say("findCompany")}
            className="m-1 h-8 rounded-md border border-line-strong bg-surface px-2.5 placeholder:text-ink-faint"
          />
          <ul className="overflow-auto">
            <Choice label={say("allCompanies")} meta={partnerName} chosen={!companyId} onChoose={() => choose(null)} />
            {matching.map(({ id, name }) => (
              <Choice key={id} label={name} chosen={id === companyId} onChoose={() => choose(id)} />
            ))}
            {names && matching.length === 0 && <li className="px-2 py-1.5 text-ink-muted">{say("noCompanyFound")}</li>}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choice({ label, meta, chosen, onChoose }: { label: string; meta?: string; chosen: boolean; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        aria-current={chosen || undefined}
        onClick={onChoose}
        className="flex min-h-7.5 w-full cursor-pointer items-center gap-2 rounded-sm px-2 text-left hover:bg-hover focus-visible:bg-hover max-lg:min-h-11"
      >
        <span className="truncate">{label}</span>
        {meta && <span className="truncate text-xs text-ink-faint">{meta}</span>}
        {chosen && <Check aria-hidden="true" strokeWidth={1.75} className="ml-auto size-4 flex-none text-accent-text" />}
      </button>
    </li>
  );
}
