"use client";

import { useState } from "react";
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { type Failure, failureOf, useFailureText } from "./failure";

interface Options<Name extends string> {
  /** Field of each code, for refusals in which the server names none. */
  fieldOf?: Partial<Record<string, Name>>;
  /** Whether the first refused field takes the focus. False if a summary above the form takes it instead. */
  focus?: boolean;
}

/** Handles a form's refusal: shows each reason at its field, and stores a refusal that concerns no single field as `code`. */
export function useRefusal<Form extends FieldValues>(
  setError: UseFormSetError<Form>,
  fields: readonly Path<Form>[],
  { fieldOf = {}, focus = true }: Options<Path<Form>> = {},
) {
  const textOf = useFailureText();
  const [code, setCode] = useState<string>();
  return {
    code,
    forget: () => setCode(undefined),
    /** Returns the code of the refusal. */
    refuse: (error: unknown): string => {
      const failure = failureOf(error);
      const reasons = reasonsByField(failure, fields, fieldOf);
      // In reverse order, because the last call takes the focus, and that should be the first field.
      for (const [name, reason] of reasons.toReversed()) {
        setError(name, { type: reason, message: textOf(reason) }, { shouldFocus: focus });
      }
      setCode(reasons.length > 0 ? undefined : failure.code);
      return failure.code;
    },
  };
}

/** Returns the reasons in the order of the fields. The server names a field by its full path; a form may know only part of it. */
function reasonsByField<Name extends string>(
  failure: Failure,
  fields: readonly Name[],
  fieldOf: Partial<Record<string, Name>>,
): [Name, string][] {
  const reasons = new Map<Name, string>();
  for (const [path, reason] of Object.entries(failure.fields)) {
    const parts = path.split(".");
    const name = fields.find((field) => parts.includes(field) || path.endsWith(`.${field}`)) ?? fieldOf[reason];
    if (name) reasons.set(name, reason);
  }
  const about = fieldOf[failure.code];
  if (about && reasons.size === 0) reasons.set(about, failure.code);
  return fields.flatMap((name): [Name, string][] => {
    const reason = reasons.get(name);
    return reason ? [[name, reason]] : [];
  });
}
