import type { Locale } from "@/server/domain/formats/locales";

const questions: Record<Locale, string> = {
  de: "Ich verstehe nicht, wie sich der Betrag zusammensetzt. Können Sie mir das bitte erklären?",
  en: "I do not understand how the amount comes about. Could you please explain it to me?",
  fr: "Je ne comprends pas comment ce montant est calculé. Pouvez-vous me l’expliquer, s’il vous plaît ?",
  it: "Non capisco come si arriva a questo importo. Potete spiegarmelo, per favore?",
  nl: "Ik begrijp niet hoe dit bedrag is opgebouwd. Kunt u mij dat uitleggen?",
};

/** Returns the question that customers of a season ask, in their language. */
export function questionOf(locale: Locale): string {
  return questions[locale];
}
