import type { FieldError } from "react-hook-form";
import type { FieldProblem } from "@/components/ui/form/field";

/** What a form knows of a field's problem, as the field shows it: the code travels as its kind. */
export function fieldProblem(error: Partial<Pick<FieldError, "message" | "type">> | undefined): FieldProblem | null {
  return error ? { message: error.message, type: error.type } : null;
}
