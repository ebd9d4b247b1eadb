import type { ComponentProps } from "react";
import { classes } from "@/components/ui/page/classes";
import { inputClass } from "./input-class";

/** Several lines of text; grows with what is typed where the browser can. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea rows={rows} className={classes(inputClass, "block resize-y py-2 leading-5 [field-sizing:content]", className)} {...rest} />
  );
}
