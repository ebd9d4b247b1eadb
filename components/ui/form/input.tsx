import type { ComponentProps } from "react";
import { classes } from "@/components/ui/page/classes";
import { inputClass, inputHeight } from "./input-class";

/** One line of text. The name comes from the Field around it. */
export function Input({ className, height = "md", ...rest }: ComponentProps<"input"> & { height?: keyof typeof inputHeight }) {
  return <input className={classes(inputClass, inputHeight[height], className)} {...rest} />;
}
