import type { ReactNode } from "react";
import { useFailureText } from "./failure";

/** Text of a refusal, followed by its code in small letters for support. `children` replaces the code's own text. */
export function RefusalText({ code, children }: { code: string; children?: ReactNode }) {
  const textOf = useFailureText();
  return (
    <>
      {children ?? textOf(code)} <code className="text-xs wrap-anywhere">{code}</code>
    </>
  );
}
