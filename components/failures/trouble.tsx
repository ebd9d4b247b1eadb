"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { EmptyState, type EmptyStateProps } from "@/components/ui/page/empty-state";
import { failureOf, useFailureText } from "./failure";

interface Props extends Pick<EmptyStateProps, "title" | "bare" | "className"> {
  error: unknown;
  onRetry: () => void;
}

/** Shown in place of content that could not be loaded: the reason, and a button to try again. */
export function Trouble({ error, onRetry, ...state }: Props) {
  const ui = useTranslations("ui");
  const textOf = useFailureText();
  const { code } = failureOf(error);
  return (
    <EmptyState kind="trouble" code={code} action={<Button onClick={onRetry}>{ui("retry")}</Button>} {...state}>
      {textOf(code)}
    </EmptyState>
  );
}
