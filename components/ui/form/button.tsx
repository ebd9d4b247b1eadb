import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, buttonClass } from "./button-class";

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** Text about the act in progress ("Transmitting, 212 of 412"). The button keeps its width and focus, and cannot be pressed again. */
  busy?: string | false | null;
}

/** A button for an act. For a link that looks like a button, use ButtonLink. */
export function Button({ variant, size, square, busy, className, children, type = "button", onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, square }, className)}
      aria-busy={busy ? true : undefined}
      onClick={busy ? ignoreClick : onClick}
      {...rest}
    >
      {busy ? (
        <span className="grid justify-items-center">
          <span className="invisible col-start-1 row-start-1 inline-flex items-center gap-1.5" aria-hidden="true">
            {children}
          </span>
          <span className="col-start-1 row-start-1">{busy}</span>
        </span>
      ) : (
        children
      )}
    </button>
  );
}

/** A disabled button would lose the focus, so a busy one ignores clicks instead. */
function ignoreClick(event: MouseEvent) {
  event.preventDefault();
}
