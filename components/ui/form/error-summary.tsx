"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";

export interface FieldLink {
  /** Id of the Field. */
  fieldId: string;
  label: string;
}

/**
 * Summary above a refused form, with a link to each field. Takes the focus when it appears, or when other fields are refused, so that
 * screen readers read it.
 */
export function ErrorSummary({ fields }: { fields: FieldLink[] }) {
  const t = useTranslations("ui");
  const summary = useRef<HTMLDivElement>(null);
  const fieldIds = fields.map((field) => field.fieldId).join();
  useEffect(() => {
    if (fieldIds) summary.current?.focus();
  }, [fieldIds]);

  if (fields.length === 0) return null;
  return (
    <div
      ref={summary}
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 rounded-md bg-late-soft px-4 py-2 text-sm text-late focus:outline-none forced-colors:border"
    >
      <CircleAlert className="mt-0.5" />
      <p>
        <b className="font-medium">{t("fieldsNeedYou", { count: fields.length })}</b>{" "}
        {fields.map((field, index) => (
          <span key={field.fieldId}>
            {index > 0 && ", "}
            <a
              className="font-medium text-inherit"
              href={`#${field.fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(field.fieldId)?.focus();
              }}
            >
              {field.label}
            </a>
          </span>
        ))}
      </p>
    </div>
  );
}
