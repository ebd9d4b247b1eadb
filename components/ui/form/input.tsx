import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { inputClass, inputHeight } from "./input-class";

/** One line of text. The surrounding Field provides its label. */
export function Input({ className, height = "md", ...rest }: ComponentProps<"input"> & { height?: keyof typeof inputHeight }) {
  return <input className={clsx(inputClass, inputHeight[height], className)} {...rest} />;
}
