import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { pageNumbers } from "./page-numbers";

export interface PagerProps {
  /** Number of the shown page, from 1. */
  page: number;
  /** Number of pages. */
  pages: number;
  hrefOf: (page: number) => string;
  /** Shows another page without navigating, if the list supports that. */
  onPage?: (page: number) => void;
  className?: string;
}

/** Numbered pages, because accountants refer to them. */
function Pager({ page, pages, hrefOf, onPage, className }: PagerProps) {
  const t = useTranslations("ui");
  const locale = useLocale();
  if (pages <= 1) return null;
  const isEnd = (number: number) => number === 1 || number === pages;
  const linkTo = (number: number) => ({
    href: hrefOf(number),
    onNavigate:
      onPage &&
      ((event: { preventDefault: () => void }) => {
        event.preventDefault();
        onPage(number);
      }),
  });

  return (
    <nav aria-label={t("pages")} className={clsx("flex items-center gap-1 text-sm print:hidden", className)}>
      {page > 1 && (
        <Link prefetch={false} rel="prev" className={placeClass} {...linkTo(page - 1)} aria-label={t("previousPage")}>
          <ChevronLeft />
        </Link>
      )}
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing but its place.
          <span key={`gap-${index}`} className={placeClass} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            prefetch={false}
            className={clsx(
              placeClass,
              number === page && "bg-accent-soft font-semibold text-accent-text forced-colors:border",
              // On a phone, only the ends and the current page fit.
              page > 2 && Math.abs(number - page) === 1 && !isEnd(number) && "max-sm:hidden",
            )}
            {...linkTo(number)}
            aria-label={t("page", { number })}
            aria-current={number === page ? "page" : undefined}
          >
            {number.toLocaleString(locale)}
          </Link>
        ),
      )}
      {page < pages && (
        <Link prefetch={false} rel="next" className={placeClass} {...linkTo(page + 1)} aria-label={t("nextPage")}>
          <ChevronRight />
        </Link>
      )}
    </nav>
  );
}

const placeClass =
  "grid h-7 min-w-7 place-items-center rounded-md px-1.5 text-ink-muted hover:no-underline [a&]:hover:bg-hover max-sm:h-11 max-sm:min-w-10";

/** A range such as "1–20 of 1,284". */
function PageRange({ from, to, total }: { from: number; to: number; total: number }) {
  const t = useTranslations("ui");
  return <p className="text-sm text-ink-faint">{t("range", { from, to, total })}</p>;
}

/** Shown below a list: the position of these rows, and links to the other pages. */
export function PageFoot({ page, pageSize, total, hrefOf, onPage }: Omit<PagerProps, "pages"> & { pageSize: number; total: number }) {
  return (
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3 max-sm:flex-col max-sm:items-start">
      {total > 0 && <PageRange from={(page - 1) * pageSize + 1} to={Math.min(page * pageSize, total)} total={total} />}
      <Pager page={page} pages={Math.ceil(total / pageSize)} hrefOf={hrefOf} onPage={onPage} className="max-sm:self-center" />
    </div>
  );
}
