"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { IconButton } from "./icon-button";
import { Input } from "./input";

/** A password field with a button that shows the password. The surrounding Field provides its label. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<typeof Input>, "type">) {
  const t = useTranslations("ui");
  const [isShown, setShown] = useState(false);
  return (
    <span className="relative grid">
      <Input type={isShown ? "text" : "password"} autoCapitalize="none" spellCheck={false} className="pr-10" {...rest} />
      <IconButton
        name={t(isShown ? "hidePassword" : "showPassword")}
        variant="quiet"
        size="sm"
        className="absolute inset-y-0 right-0.5 my-auto"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
    </span>
  );
}
