import { type FieldErrors, get } from "react-hook-form";
import { fieldProblem } from "@/components/invoices/record/field-problem";
import type { FieldProblem } from "@/components/ui/form/field";
import type { SettingsForm, settingsFields } from "./settings-form-values";

/** Returns the field's problem; null if it has none. Errors of lists and checkboxes get the same shape as those of text fields. */
export function problemOf(errors: FieldErrors<SettingsForm>, name: (typeof settingsFields)[number]): FieldProblem | null {
  const error: FieldProblem | undefined = get(errors, name);
  return fieldProblem(error && { type: String(error.type), message: error.message });
}
