import type { User } from "@/db/schema/users";
import type { MailTexts } from "./mail-text";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { fr } from "./texts/fr";
import { it } from "./texts/it";
import { nl } from "./texts/nl";

/** What is written to people, each in their own language. */
export const mailTexts: Record<User["locale"], MailTexts> = { de, en, fr, it, nl };
