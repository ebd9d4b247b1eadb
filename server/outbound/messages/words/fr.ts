import type { MessageWords, Owed } from "@/server/outbound/messages/message-words";

const payBy = ({ due, isLate }: Owed) => (isLate ? " Merci de payer dès maintenant." : ` Merci de payer au plus tard le ${due}.`);
const settled = " Si vous avez payé entre-temps, vous n’avez rien à faire.";

export const fr: MessageWords = {
  greeting: (name) => `Bonjour ${name},`,
  subject: {
    request1: ({ company, number }) => `Votre facture ${number} de ${company}`,
    request2: ({ company, number, due }) => `La facture ${number} de ${company} est à régler avant le ${due}`,
    reminder1: ({ company, number }) => `Rappel : facture ${number} de ${company}`,
    reminder2: ({ company, number }) => `Deuxième rappel : facture ${number} de ${company}`,
    reminder3: ({ company, number }) => `Dernier rappel : facture ${number} de ${company}`,
  },
  opening: {
    request1: (owed) => `${owed.company} vous adresse une facture de ${owed.amount}.${payBy(owed)}`,
    request2: (owed) =>
      `La facture ${owed.number} de ${owed.company} n’est pas encore réglée. Il reste ${owed.amount} à payer.${payBy(owed)}`,
    reminder1: ({ company, number, amount, due }) =>
      `La facture ${number} de ${company} était à régler pour le ${due}, et il reste ${amount} à payer.${settled}`,
    reminder2: ({ company, number, amount, due }) =>
      `Nous vous avons déjà rappelé la facture ${number} de ${company}. Elle était à régler pour le ${due}, et il reste ${amount} à payer.${settled}`,
    reminder3: ({ company, number, amount, due }) =>
      `Ceci est notre dernier rappel de la facture ${number} de ${company}. Elle était à régler pour le ${due}, et il reste ${amount} à payer.${settled}`,
  },
  facts: { number: "Numéro de facture", amount: "Reste à payer", due: "Échéance" },
  openInvoice: "Ouvrir la facture",
  lateFee: (fee) => `Ce montant comprend ${fee} de frais de retard.`,
  answerSubject: ({ company, number }) => `Réponse sur la facture ${number} de ${company}`,
  answerOpening: ({ company, number }) => `${company} a répondu à votre question sur la facture ${number} :`,
  questions: (company) => `Une question ? Répondez à cet e-mail : votre réponse parvient à ${company}.`,
  regards: "Cordialement,",
  isItReal: (code) => `Ce message est-il authentique ? Vérifiez le code ${code} sur`,
  footer: (company) => `Vous recevez cet e-mail parce que ${company} vous a adressé une facture.`,
};
