"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { useShortcuts } from "@/components/shell/shortcuts";
import { ButtonLink } from "@/components/ui/form/button-link";
import { IconButton } from "@/components/ui/form/icon-button";
import { invoiceHref, listAddress, orderedFilterOf } from "./list-address";

/**
 * Links to the previous and next invoice of the list from which the reader comes; the keys k and j do the same. The page's URL contains the
 * list's address. Going back always leads to the list, regardless of the number of invoices opened.
 */
export function NeighbourLinks({ invoiceId }: { invoiceId: string }) {
  const say = useTranslations("invoice.neighbours");
  const locale = useLocale();
  const router = useRouter();
  const [address] = useQueryStates(listAddress);
  const { data } = useQuery(useTRPC().invoices.neighbours.queryOptions({ ...orderedFilterOf(address), invoiceId }));
  const hrefOf = (id: string | null | undefined) => (id ? invoiceHref(id, address) : undefined);
  const previous = hrefOf(data?.previousId);
  const next = hrefOf(data?.nextId);
  useShortcuts({
    k: () => (previous ? router.replace(previous) : false),
    j: () => (next ? router.replace(next) : false),
  });

  // Reserves space until the neighbours are known, so that nothing beside the links moves.
  return (
    <span className="flex min-w-32 items-center gap-1 text-sm text-ink-faint max-md:hidden">
      <Neighbour name={say("previous")} href={previous}>
        <ArrowUp />
      </Neighbour>
      <Neighbour name={say("next")} href={next}>
        <ArrowDown />
      </Neighbour>
      {data && say("position", { position: data.position.toLocaleString(locale), total: data.totalEntries.toLocaleString(locale) })}
    </span>
  );
}

function Neighbour({ name, href, children }: { name: string; href: string | undefined; children: ReactNode }) {
  if (!href) {
    return (
      <IconButton name={name} variant="quiet" size="sm" disabled>
        {children}
      </IconButton>
    );
  }
  return (
    <ButtonLink replace href={href} variant="quiet" size="sm" square aria-label={name} title={name}>
      {children}
    </ButtonLink>
  );
}
