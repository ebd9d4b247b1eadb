"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { ListSearch } from "@/components/shell/list-search";
import { Section } from "@/components/ui/page/section";
import { LoadingNote, Skeleton } from "@/components/ui/page/skeleton";
import type { ListedInvoice } from "@/server/billing/invoices/listed-invoice";
import { SHOWN_CUSTOMERS } from "./preview-address";

interface Props {
  search: string;
  /** Undefined while loading. */
  found: Pick<ListedInvoice, "id" | "customerName" | "externalInvoiceNumber">[] | undefined;
  chosen: string | undefined;
  onSearch: (text: string) => void;
  onChoose: (invoiceId: string) => void;
}

/** Chooses a customer of an import. The first ones are listed; others are found by name or number. */
export function CustomerChoice({ search, found, chosen, onSearch, onChoose }: Props) {
  const say = useTranslations("previews");
  return (
    <Section title={say("customer")}>
      <ListSearch name={say("search")} placeholder={say("searchBy")} value={search} onSearch={onSearch} />
      {!found && (
        <div className="grid gap-4 py-2">
          <LoadingNote />
          <Skeleton />
          <Skeleton className="w-3/5" />
        </div>
      )}
      {found && found.length === 0 && <p className="text-sm text-ink-muted">{say("noMatch")}</p>}
      <ul className="grid gap-0.5">
        {found?.map(({ id, customerName, externalInvoiceNumber }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === chosen}
              onClick={() => onChoose(id)}
              className={clsx(
                "flex min-h-8 w-full cursor-pointer items-center justify-between gap-3 rounded-md px-2.5 py-1 text-left text-sm max-sm:min-h-11",
                id === chosen ? "bg-sunken font-medium text-ink" : "text-ink-muted hover:bg-sunken hover:text-ink",
              )}
            >
              <span className="min-w-0 wrap-anywhere">{customerName}</span>
              <span className="min-w-0 flex-none text-xs wrap-anywhere text-ink-muted">{externalInvoiceNumber}</span>
            </button>
          </li>
        ))}
      </ul>
      {found?.length === SHOWN_CUSTOMERS && <p className="text-xs text-ink-faint">{say("more", { count: SHOWN_CUSTOMERS })}</p>}
    </Section>
  );
}
