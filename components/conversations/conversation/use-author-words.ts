"use client";

import { useTranslations } from "next-intl";
import type { Author } from "@/server/desk/tickets/author";
import type { Conversation } from "@/server/desk/tickets/conversation";

/** Returns words for the author of a message or an act. */
export function useAuthorWords({ customerName, companyName }: Pick<Conversation, "customerName" | "companyName">) {
  const say = useTranslations("conversation.author");

  function nameOf(author: Author): string {
    if (author.kind === "person") return author.name;
    if (author.kind === "support") return author.name ?? say("support");
    if (author.kind === "key") return author.name ? say("namedKey", { name: author.name }) : say("key");
    if (author.kind === "company") return companyName;
    return author.kind === "customer" ? customerName : say("system");
  }

  /** Returns the role in which the author wrote. */
  function roleOf(author: Author): string {
    if (author.kind === "customer") return say("customer");
    if (author.kind === "support") return say("as", { company: companyName });
    return author.kind === "person" ? companyName : say("overApi");
  }

  return { nameOf, roleOf };
}
