import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";

/** Asks for the token that opens the mailbox. `isWrong`: the token given before was wrong. */
export function TokenForm({ isWrong }: { isWrong: boolean }) {
  const say = useTranslations("mailbox.token");
  return (
    <form className="grid max-w-108 grid-cols-[minmax(0,1fr)] gap-4 border-t border-line-strong pt-6">
      <p className="text-ink-muted">{say("explanation")}</p>
      <Field label={say("label")} error={isWrong ? { message: say("wrong") } : undefined}>
        <Input name="token" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-start">
        {say("open")}
      </Button>
    </form>
  );
}
