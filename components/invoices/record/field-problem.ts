import type { FieldError } from "react-hook-form";
import type { FieldProblem } from "@/components/ui/form/field";

/** Converts a form's error for the field; its type is the code. */
export function fieldProblem(error: Partial<Pick<FieldError, "message" | "type">> | undefined): FieldProblem | null {
  return error ? { message: error.message, type: error.type } : null;
}
