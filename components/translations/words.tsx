import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Namespace } from "./load";
import { MoreWords } from "./more-words";

/** Provides the named namespaces to the client components inside. They are sent with the page, so name only those that it needs. */
export async function Words({ of, children }: { of: Namespace[]; children: ReactNode }) {
  return <MoreWords words={await pickMessages(of)}>{children}</MoreWords>;
}

/** Namespaces that client components of every page may use. */
export const everywhere: Namespace[] = ["errors", "proof", "shell", "ui"];

export async function pickMessages(names: Namespace[]) {
  const messages = await getMessages();
  return Object.fromEntries(names.map((name) => [name, messages[name]]));
}
