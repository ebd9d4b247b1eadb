"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
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
  // Kept here, because a mutation knows its value only after the click. Until then, the browser would show the stored value.
  const [wanted, setWanted] = useState<boolean>();
  const set = useMutation({ mutationFn: save, onSettled: () => setWanted(undefined) });

  function change(isTicked: boolean) {
    setWanted(isTicked);
    set.mutate(isTicked);
  }

  return (
    <div className="grid max-w-112 gap-2">
      {set.error && <Refusal key={set.submittedAt} code={failureOf(set.error).code} />}
      <Checkbox checked={wanted ?? isOn} onChange={(event) => change(event.target.checked)} label={label} hint={hint} />
    </div>
  );
}
