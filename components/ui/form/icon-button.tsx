import { Button, type ButtonProps } from "./button";

/** A square button with an icon. Its name is read by screen readers and shown as a tooltip. */
export function IconButton({ name, title = name, ...rest }: Omit<ButtonProps, "square" | "busy" | "aria-label"> & { name: string }) {
  return <Button square aria-label={name} title={title} {...rest} />;
}
