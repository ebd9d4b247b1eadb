import type { ComponentProps, ReactNode } from "react";
import { Choice } from "./choice";

/** One of several radios with the same `name`, within a FieldGroup that asks the question. */
export function Radio({ label, hint, className, ...rest }: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <Choice label={label} hint={hint} className={className}>
      <input type="radio" className="tick-box" {...rest} />
    </Choice>
  );
}
