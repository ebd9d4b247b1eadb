import { translatorsOf } from "@/server/platform/translators";
import de from "./translations/de/messages.json";
import en from "./translations/en/messages.json";
import fr from "./translations/fr/messages.json";
import it from "./translations/it/messages.json";
import nl from "./translations/nl/messages.json";

/** Texts to customers about their invoices, in the reader's language. */
export const sayInMessage = translatorsOf({ de, en, fr, it, nl });
