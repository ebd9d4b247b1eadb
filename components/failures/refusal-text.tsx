import type { ReactNode } from "react";
import { useFailureText } from "./failure";

/** Why it was refused, in words, and small beside them the code that support asks for. `children` says it in other words than the code's own. */
export function RefusalText({ code, children }: { code: string; children?: ReactNode }) {
  const textOf = useFailureText();
  return (
    <>
      {children ?? textOf(code)} <code className="text-xs wrap-anywhere">{code}</code>
    </>
  );
}
