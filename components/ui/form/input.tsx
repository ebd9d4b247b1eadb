import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { inputClass, inputHeight } from "./input-class";

/** One line of text. Its name comes from the Field around it. */
export function Input({ className, height = "md", ...rest }: ComponentProps<"input"> & { height?: keyof typeof inputHeight }) {
  return <input className={clsx(inputClass, inputHeight[height], className)} {...rest} />;
}
