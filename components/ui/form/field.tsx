import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, useId } from "react";

/** Problem of a field, in the shape of React Hook Form's errors. `type` is an error code of the server, or the form library's own type. */
export interface FieldProblem {
  message?: string;
  type?: string | number;
}

interface FieldControl {
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling";
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: FieldProblem | null;
  /** Id of the control, if a summary links to it. */
  id?: string;
  className?: string;
  /** The control that gets the label and the description, such as an Input, a Textarea or a Select. */
  children: ReactElement<FieldControl>;
}

/** A control with its label above, and its hint and problem below, also for screen readers. */
export function Field({ label, hint, error, id: givenId, className, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? children.props.id ?? ownId;
  const describedBy = clsx(error && `${id}-problem`, hint ? `${id}-hint` : null);

  return (
    <div className={clsx("grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1", className)}>
      <label htmlFor={id} className="justify-self-start text-sm font-medium">
        {label}
      </label>
      {cloneElement(children, { id, "aria-describedby": describedBy || undefined, "aria-invalid": error ? true : undefined })}
      {hint && (
        <span id={`${id}-hint`} className="text-xs text-ink-faint">
          {hint}
        </span>
      )}
      {error && <Problem id={`${id}-problem`} {...error} />}
    </div>
  );
}

/** A group of controls that answer one question, such as radios. */
export function FieldGroup({ label, hint, error, className, children }: Omit<FieldProps, "children" | "id"> & { children: ReactNode }) {
  const id = useId();
  const describedBy = clsx(error && `${id}-problem`, hint ? `${id}-hint` : null);

  return (
    <fieldset
      className={clsx("grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2", className)}
      aria-describedby={describedBy || undefined}
    >
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {children}
      {hint && (
        <span id={`${id}-hint`} className="text-xs text-ink-faint">
          {hint}
        </span>
      )}
      {error && <Problem id={`${id}-problem`} {...error} />}
    </fieldset>
  );
}

/** Text of the problem, followed by the code in small letters for support. */
function Problem({ id, message, type }: FieldProblem & { id: string }) {
  return (
    <span id={id} className="flex flex-wrap gap-x-1.5 text-sm text-late">
      <span className="flex min-w-0 gap-1.5">
        <CircleAlert className="mt-0.5" />
        {message}
      </span>
      {isCode(type) && <code className="ml-auto pl-3 text-xs leading-5 text-ink-faint">{type}</code>}
    </span>
  );
}

/** Whether the type is a code of the contract. Codes contain underscores; the form library's own types ("required", "minLength") do not. */
function isCode(type: string | number | undefined): type is string {
  return typeof type === "string" && type.includes("_");
}
