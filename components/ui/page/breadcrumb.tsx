import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export interface Crumb {
  label: ReactNode;
  href?: string;
}

/** Path to this page. Does not repeat the page itself, whose title follows below. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  const t = useTranslations("ui");
  return (
    <nav aria-label={t("breadcrumb")} className="print:hidden">
      <ol className="flex flex-wrap items-center gap-1 text-sm text-ink-faint">
        {crumbs.map(({ label, href }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the path of one page never moves.
          <li key={index} className="flex items-center gap-1">
            {index > 0 && <ChevronRight />}
            {href ? <Link href={href}>{label}</Link> : <span>{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
