import { clsx } from "clsx";
import Link from "next/link";
import type { ComponentProps } from "react";

/** The link that a whole table row follows, so that a middle click opens a tab. One per Row. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link prefetch={false} className={clsx("row-link", className)} {...rest} />;
}
