import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Breadcrumb, type Crumb } from "./breadcrumb";

export interface PageHeadProps {
  title: ReactNode;
  /** Shown after the title in plain weight, such as an invoice's number. */
  number?: ReactNode;
  crumbs?: Crumb[];
  /** Shown beside the title: a copy button, the state, or a fact. */
  beside?: ReactNode;
  /** Shown between title and actions, on a phone below them: the search field of a list. */
  search?: ReactNode;
  /** Shown at the right end. At most one primary button. */
  actions?: ReactNode;
  /** Whether to draw a line below, for a page that does not begin with tabs. */
  rule?: boolean;
}

/** The head of a page, with its one h1. */
export function PageHead({ title, number, crumbs, beside, search, actions, rule = false }: PageHeadProps) {
  return (
    <header className={clsx("flex min-h-14 flex-wrap items-center gap-3 px-6 py-2 max-lg:px-4", rule && "border-b border-line")}>
      <div className="min-w-0">
        {crumbs && <Breadcrumb crumbs={crumbs} />}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h1 className="min-w-0 wrap-anywhere">
            {title}
            {number && <span className="font-normal text-ink-muted"> {number}</span>}
          </h1>
          {beside}
        </div>
      </div>
      {search && <div className="contents max-sm:order-last max-sm:block max-sm:w-full">{search}</div>}
      {actions && <div className="ml-auto flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </header>
  );
}

/** The content below the head. */
export function PageBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx("px-6 pb-12 max-lg:px-4", className)}>{children}</div>;
}

/** Layout of a record's page: a wide column on the left, a narrow one on the right. Up to 1180 pixels, one below the other. */
export function Columns({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        "grid items-start gap-12 xl:grid-cols-[minmax(0,1fr)_21rem] max-xl:grid-cols-[minmax(0,1fr)] max-xl:gap-8",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Groups below each other, with a distance of 32 pixels. */
export function Stack({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx("grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8", className)}>{children}</div>;
}
