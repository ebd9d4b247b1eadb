"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Checkbox, type CheckboxProps } from "@/components/ui/form/checkbox";

interface Props extends Pick<CheckboxProps, "label" | "hint"> {
  /** Stored value. */
  isOn: boolean;
  save: (wanted: boolean) => Promise<unknown>;
}

/** A setting that is saved when it is ticked. If saving is refused, it reverts. */
export function SavedCheckbox({ isOn, save, label, hint }: Props) {
  const [shown, setShown] = useState(isOn);
  const set = useMutation({ mutationFn: save, onError: () => setShown(isOn) });

  function change(wanted: boolean) {
    setShown(wanted);
    set.mutate(wanted);
  }

  return (
    <div className="grid max-w-112 gap-2">
      {set.error && <Refusal key={set.submittedAt} code={failureOf(set.error).code} />}
      <Checkbox checked={shown} onChange={(event) => change(event.target.checked)} label={label} hint={hint} />
    </div>
  );
}
