import type { Invoice } from "@/db/schema/invoices";
import type { MessageWords } from "./message-words";
import { de } from "./words/de";
import { en } from "./words/en";
import { fr } from "./words/fr";
import { it } from "./words/it";
import { nl } from "./words/nl";

/** What is written to customers, each in their invoice's language. */
export const messageWords: Record<Invoice["locale"], MessageWords> = { de, en, fr, it, nl };
