import { Button, type ButtonProps } from "./button";

/** A square button with an icon. Screen readers read its name, which is also its tooltip. */
export function IconButton({ name, title = name, ...rest }: Omit<ButtonProps, "square" | "busy" | "aria-label"> & { name: string }) {
  return <Button square aria-label={name} title={title} {...rest} />;
}
