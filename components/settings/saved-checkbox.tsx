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

/** A checkbox that saves its setting at each click. If saving is refused, it shows the stored value again. */
export function SavedCheckbox({ isOn, save, label, hint }: Props) {
  const [isTicked, setTicked] = useState(isOn);
  const set = useMutation({ mutationFn: save, onError: () => setTicked(isOn) });

  function change(wanted: boolean) {
    setTicked(wanted);
    set.mutate(wanted);
  }

  return (
    <div className="grid max-w-112 gap-2">
      {set.error && <Refusal key={set.submittedAt} code={failureOf(set.error).code} />}
      <Checkbox checked={isTicked} onChange={(event) => change(event.target.checked)} label={label} hint={hint} />
    </div>
  );
}
