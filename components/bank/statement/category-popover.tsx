"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field, FieldGroup } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Radio } from "@/components/ui/form/radio";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { Popover } from "@/components/ui/overlay/popover";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import { CATEGORY_TEXT_LENGTH, type CategoryFilter, categoryFilters } from "@/server/domain/rules/statement-list";
import type { Categorized } from "./categorized";

interface Props {
  entry: Categorized;
  trigger: ReactElement<TriggerProps>;
}

/** Chooses the category of a payment. Loaded at its first use, and open immediately. */
export default function CategoryPopover({ entry, trigger }: Props) {
  const say = useTranslations("bank.categories");
  const [open, setOpen] = useState(true);
  return (
    <Popover name={say("name")} align="start" trigger={trigger} open={open} onOpenChange={setOpen}>
      <CategoryForm entry={entry} onDone={() => setOpen(false)} />
    </Popover>
  );
}

function CategoryForm({ entry, onDone }: { entry: Categorized; onDone: () => void }) {
  const say = useTranslations("bank.categories");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const save = useMutation(useTRPC().bank.setCategory.mutationOptions());
  const { register, handleSubmit, watch, setError, formState } = useForm<{
    /** `none` removes the category. */
    category: CategoryFilter;
    text: string;
    always: boolean;
  }>({
    defaultValues: { category: entry.category ?? "none", text: entry.categoryText ?? "", always: entry.categoryAlways },
  });
  const chosen = watch("category");
  const mayBeAlways = chosen !== "none" && chosen !== "duplicate";

  const submit = handleSubmit((values) => {
    const category = values.category === "none" ? null : values.category;
    const text = category === "other" ? values.text.trim() : null;
    const isTextWrong = text !== null && (text === "" || text.length > CATEGORY_TEXT_LENGTH);
    if (isTextWrong) {
      setError("text", { message: say("textMissing", { most: CATEGORY_TEXT_LENGTH }) });
      return;
    }
    save.mutate(
      { transactionId: entry.id, seenDecisions: entry.decisions, category, text, always: mayBeAlways && values.always },
      {
        onSuccess: () => {
          toastDone(say(category ? "saved" : "removed"));
          onDone();
        },
        onError: (error: unknown) => void toastFailed(textOf(failureOf(error).code)),
        onSettled: () => void queries.invalidateQueries(),
      },
    );
  });

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FieldGroup label={say("what")}>
        <div className="grid grid-cols-2 gap-x-3 gap-y-2 max-sm:gap-y-0">
          {categoryFilters.map((category) => (
            <Radio key={category} label={say(category)} value={category} {...register("category")} />
          ))}
        </div>
      </FieldGroup>
      {chosen === "other" && (
        <Field label={say("text")} error={formState.errors.text}>
          <Input autoComplete="off" maxLength={CATEGORY_TEXT_LENGTH} {...register("text")} />
        </Field>
      )}
      {mayBeAlways && (
        <Checkbox
          label={say("always", { hasName: entry.name ? "yes" : "no", name: entry.name })}
          hint={say("alwaysHint")}
          {...register("always")}
        />
      )}
      <Button type="submit" variant="primary" className="justify-self-start" busy={save.isPending && say("saving")}>
        {say("save")}
      </Button>
    </form>
  );
}
