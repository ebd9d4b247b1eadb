import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/form/button";

/**
 * Asks whether a bank took a customer's payment back, before the payments are shown that it may be: choosing one makes the customer owe it
 * again, which nobody can undo. For outgoing money that the bank does not call a return.
 */
export function ReturnedQuestion({ children }: { children: ReactNode }) {
  const say = useTranslations("bank.returnedQuestion");
  const [isReturn, setReturn] = useState(false);
  if (isReturn) return children;
  return (
    <section className="grid justify-items-start gap-2" aria-label={say("title")}>
      <h3 className="text-sm font-semibold">{say("title")}</h3>
      <p className="text-sm text-ink-muted">{say("effect")}</p>
      <Button size="sm" onClick={() => setReturn(true)}>
        {say("yes")}
      </Button>
    </section>
  );
}
