import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Namespace } from "./load";
import { MoreWords } from "./more-words";

/** Hands the named parts of the portal's words to the client components inside, and no others: they travel with the page. */
export async function Words({ of, children }: { of: Namespace[]; children: ReactNode }) {
  return <MoreWords words={await pickMessages(of)}>{children}</MoreWords>;
}

/** Words that every page's client components may say. */
export const everywhere: Namespace[] = ["errors", "proof", "shell", "ui"];

export async function pickMessages(names: Namespace[]) {
  const messages = await getMessages();
  return Object.fromEntries(names.map((name) => [name, messages[name]]));
}
