"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Brand } from "@/components/ui/page/brand";
import { CompanySwitch } from "./company-switch";
import { type Destination, isAt, navigation } from "./navigation";
import type { Reader } from "./reader";
import { useSelectedCompany } from "./selected-company";
import { useWaitingCounts } from "./use-waiting-counts";
import { UserMenu } from "./user-menu";

/** Navigation, on the left of every page, or within the menu of a narrow one. */
export function Sidebar({ reader }: { reader: Reader }) {
  const say = useTranslations("shell");
  const counts = useWaitingCounts(reader.role);
  const { withCompany } = useSelectedCompany();
  const destinations = navigation[reader.role];
  return (
    <div className="flex min-h-full flex-col gap-4 p-3 print:hidden">
      <Link href={destinations[0]?.href ?? "/"} className="px-2 py-1 text-ink hover:no-underline">
        <Brand />
      </Link>
      {reader.role === "support" ? (
        <p className="truncate px-2 text-sm text-ink-muted">{say("supportDesk")}</p>
      ) : (
        <CompanySwitch partnerName={reader.partnerName ?? ""} />
      )}
      <nav aria-label={say("mainNavigation")} className="grid gap-px">
        {destinations.map((destination) => (
          <Entry
            key={destination.href}
            destination={destination}
            href={withCompany(destination.href)}
            label={say(`navigation.${destination.label}`)}
            count={destination.countName && counts[destination.countName]}
          />
        ))}
      </nav>
      <div className="mt-auto">
        <UserMenu reader={reader} />
      </div>
    </div>
  );
}

function Entry({ destination, href, label, count }: { destination: Destination; href: string; label: string; count: number | undefined }) {
  const current = isAt(usePathname(), destination);
  const Icon = destination.icon;
  return (
    <Link
      href={href}
      aria-current={current ? "page" : undefined}
      className={`group flex h-7.5 min-w-0 items-center gap-2 rounded-md px-2 text-sm whitespace-nowrap hover:no-underline max-lg:h-11 ${
        current ? "bg-surface font-medium text-ink ring-1 ring-line ring-inset" : "text-ink-muted hover:bg-hover hover:text-ink"
      }`}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className={`size-4 flex-none ${current ? "text-accent-text" : ""}`} />
      <span className="truncate">{label}</span>
      {count ? <span className="ml-auto text-xs font-semibold text-attention">{count}</span> : null}
    </Link>
  );
}
