"use client";

import { useState } from "react";
import type { UseFormSetError } from "react-hook-form";
import { failureOf, useFailureText } from "../failure";
import { type CompanyForm, companyFields } from "./company-fields";

/** Puts each refusal to its field, and keeps the code of one that belongs to none. */
export function useCompanyRefusal(setError: UseFormSetError<CompanyForm>) {
  const textOf = useFailureText();
  const [code, setCode] = useState<string>();
  return {
    code,
    forget: () => setCode(undefined),
    refuse: (error: unknown) => {
      const failure = failureOf(error);
      const named = companyFields.filter((name) => name in failure.fields);
      for (const name of named) {
        const reason = failure.fields[name] ?? failure.code;
        setError(name, { type: reason, message: textOf(reason) });
      }
      setCode(named.length > 0 ? undefined : failure.code);
      return failure.code;
    },
  };
}
