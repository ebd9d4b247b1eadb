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

/** Handles refusals of a form: shows each reason at its field. Returns the `code` of a refusal that concerns no single field. */
export function useRefusal<Form extends FieldValues>(
  setError: UseFormSetError<Form>,
  /** The form's fields, in the order shown. */
  fields: readonly Path<Form>[],
  { fieldOf = {}, focus = true }: Options<Path<Form>> = {},
) {
  const textOf = useFailureText();
  const [code, setCode] = useState<string>();
  return {
    code,
    /** Forgets `code`, when the form is closed or saved. */
    forget: () => setCode(undefined),
    /** Shows the refusal, and returns its code. */
    show: (error: unknown): string => {
      const failure = failureOf(error);
      const reasons = reasonsByField(failure, fields, fieldOf);
      // In reverse order: each call moves the focus, and the last one should move it to the first field.
      for (const [name, reason] of reasons.toReversed()) {
        setError(name, { type: reason, message: textOf(reason) }, { shouldFocus: focus });
      }
      setCode(reasons.length > 0 ? undefined : failure.code);
      return failure.code;
    },
  };
}

/** Returns the reason of each refused field, in the form's order. The server names a field by its full path, the form perhaps by a part. */
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
  const fieldOfFailure = fieldOf[failure.code];
  if (fieldOfFailure && reasons.size === 0) reasons.set(fieldOfFailure, failure.code);
  return fields.flatMap((name): [Name, string][] => {
    const reason = reasons.get(name);
    return reason ? [[name, reason]] : [];
  });
}
