"use client";

import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Choice } from "./choice";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  /** Whether only some of the items that the checkbox represents are checked. */
  indeterminate?: boolean;
  /** Label. Without one, the checkbox needs an aria-label. */
  label?: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ indeterminate = false, label, hint, className, ref, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);

  return (
    <Choice label={label} hint={hint} className={className}>
      <input
        type="checkbox"
        className="tick-box"
        ref={(element) => {
          input.current = element;
          if (typeof ref === "function") return ref(element);
          if (ref) ref.current = element;
        }}
        {...rest}
      />
    </Choice>
  );
}
