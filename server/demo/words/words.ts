import { de } from "./de";
import { en } from "./en";
import { fr } from "./fr";
import { it } from "./it";
import { nl } from "./nl";
import type { Locale, Words } from "./types";

export const words: Record<Locale, Words> = { de, en, fr, it, nl };
