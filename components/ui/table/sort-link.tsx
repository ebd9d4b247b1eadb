import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import type { ComponentProps } from "react";

/** Text of a HeadCell that sorts. The HeadCell's `sort` shows the direction. */
export function SortLink({
  direction,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & { direction?: "ascending" | "descending" }) {
  const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <Link
      prefetch={false}
      className={clsx("inline-flex min-h-6 items-center gap-1 text-inherit hover:text-ink", direction && "text-ink", className)}
      {...rest}
    >
      {children}
      {direction && <Arrow className="size-3 stroke-2" />}
    </Link>
  );
}
