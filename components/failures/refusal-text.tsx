import type { ReactNode } from "react";
import { useFailureText } from "./failure";

/** Words for a refusal, with its code for support in small letters. `children` replaces the code's own words. */
export function RefusalText({ code, children }: { code: string; children?: ReactNode }) {
  const textOf = useFailureText();
  return (
    <>
      {children ?? textOf(code)} <code className="text-xs wrap-anywhere">{code}</code>
    </>
  );
}
