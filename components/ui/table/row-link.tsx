import Link from "next/link";
import type { ComponentProps } from "react";
import { classes } from "@/components/ui/page/classes";

/** The link that a whole table row follows, so that a middle click opens a tab. One per Row. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link prefetch={false} className={classes("row-link", className)} {...rest} />;
}
