import { translatorsOf } from "@/server/platform/translators";
import de from "./translations/de/mails.json";
import en from "./translations/en/mails.json";
import fr from "./translations/fr/mails.json";
import it from "./translations/it/mails.json";
import nl from "./translations/nl/mails.json";

/** Texts to people of the portal, and to customers about their own details. Plain text, in the reader's language. */
export const sayInMail = translatorsOf({ de, en, fr, it, nl });
