import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { inputClass } from "./input-class";

/** Several lines of text. Grows with its content if the browser supports that. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={clsx(inputClass, "block resize-y py-2 leading-5 [field-sizing:content]", className)} {...rest} />;
}
