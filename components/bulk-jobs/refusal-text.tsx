import { useFailureText } from "../failure";

/** Why it was refused, in words, and small beside them the code that support asks for. */
export function RefusalText({ code }: { code: string }) {
  const textOf = useFailureText();
  return (
    <>
      {textOf(code)} <code className="text-xs wrap-anywhere">{code}</code>
    </>
  );
}
