import Link from "next/link";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "./button-class";

/** A link that looks like a button. */
export function ButtonLink({ variant, size, square, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link className={buttonClass({ variant, size, square }, className)} {...rest} />;
}
