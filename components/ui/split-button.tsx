import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { Menu } from "./menu";

export interface SplitButtonProps extends ButtonProps {
  /** The name of the part that opens the menu: "Other ways to send". */
  more: string;
  /** The other ways, as MenuItems. */
  menu: ReactNode;
}

/** The usual way to do it, and beside it the others. */
export function SplitButton({ more, menu, variant = "primary", size, disabled, className, ...rest }: SplitButtonProps) {
  return (
    <span className="inline-flex flex-none gap-px">
      <Button variant={variant} size={size} disabled={disabled} className={`rounded-r-none ${className ?? ""}`} {...rest} />
      <Menu
        align="end"
        trigger={
          <Button variant={variant} size={size} square disabled={disabled} className="rounded-l-none" aria-label={more} title={more}>
            <ChevronDown />
          </Button>
        }
      >
        {menu}
      </Menu>
    </span>
  );
}
