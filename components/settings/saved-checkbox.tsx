"use client";

import { useMutation } from "@tanstack/react-query";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Checkbox, type CheckboxProps } from "@/components/ui/form/checkbox";

interface Props extends Pick<CheckboxProps, "label" | "hint"> {
  /** Stored value. */
  isOn: boolean;
  /** Saves the value. Resolves once `isOn` is the new one. */
  save: (wanted: boolean) => Promise<unknown>;
}

/** A checkbox that saves its setting at each click. Except while it saves, it shows the stored value. */
export function SavedCheckbox({ isOn, save, label, hint }: Props) {
  const set = useMutation({ mutationFn: save });
  return (
    <div className="grid max-w-112 gap-2">
      {set.error && <Refusal key={set.submittedAt} code={failureOf(set.error).code} />}
      <Checkbox
        checked={set.isPending ? set.variables : isOn}
        onChange={(event) => set.mutate(event.target.checked)}
        label={label}
        hint={hint}
      />
    </div>
  );
}
