"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { CATEGORY_TEXT_LENGTH } from "@/server/domain/rules/statement-list";

interface Props {
  isBusy: boolean;
  onChoose: (text: string) => void;
  onCancel: () => void;
}

/** Asks for the words of the category "Other". Choosing it also marks the payment as unrelated to invoices. */
export function OtherCategory({ isBusy, onChoose, onCancel }: Props) {
  const say = useTranslations("bank");
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);

  function choose(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") setMissing(true);
    else onChoose(text.trim());
  }

  return (
    <form noValidate onSubmit={choose} className="grid max-w-96 gap-3">
      <Field
        label={say("categories.what")}
        error={isMissing ? { message: say("categories.textMissing", { most: CATEGORY_TEXT_LENGTH }) } : null}
      >
        <Input
          autoFocus
          autoComplete="off"
          maxLength={CATEGORY_TEXT_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <span className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy}>
          {say("noted")}
        </Button>
        <Button onClick={onCancel}>{say("split.cancel")}</Button>
      </span>
    </form>
  );
}
