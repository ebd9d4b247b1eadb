import type { FieldError } from "react-hook-form";
import type { FieldProblem } from "@/components/ui/form/field";

/** Converts a form's error to the field's problem. The error's `type` is an error code. */
export function fieldProblem(error: Partial<Pick<FieldError, "message" | "type">> | undefined): FieldProblem | null {
  return error ? { message: error.message, type: error.type } : null;
}
