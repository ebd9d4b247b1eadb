import type { MessageWords, Owed } from "@/server/outbound/messages/message-words";

const payBy = ({ due, isLate }: Owed) => (isLate ? " Bitte zahlen Sie jetzt." : ` Bitte zahlen Sie bis zum ${due}.`);
const settled = " Haben Sie inzwischen gezahlt, brauchen Sie nichts zu tun.";

export const de: MessageWords = {
  greeting: (name) => `Guten Tag ${name},`,
  subject: {
    request1: ({ company, number }) => `Ihre Rechnung ${number} von ${company}`,
    request2: ({ company, number, due }) => `Rechnung ${number} von ${company} ist am ${due} fällig`,
    reminder1: ({ company, number }) => `Mahnung: Rechnung ${number} von ${company}`,
    reminder2: ({ company, number }) => `Zweite Mahnung: Rechnung ${number} von ${company}`,
    reminder3: ({ company, number }) => `Letzte Mahnung: Rechnung ${number} von ${company}`,
  },
  opening: {
    request1: (owed) => `${owed.company} hat eine Rechnung über ${owed.amount} für Sie.${payBy(owed)}`,
    request2: (owed) => `Rechnung ${owed.number} von ${owed.company} ist noch nicht bezahlt. Offen sind noch ${owed.amount}.${payBy(owed)}`,
    reminder1: ({ company, number, amount, due }) =>
      `Rechnung ${number} von ${company} war am ${due} fällig, und ${amount} sind noch offen.${settled}`,
    reminder2: ({ company, number, amount, due }) =>
      `Wir haben Sie schon an Rechnung ${number} von ${company} erinnert. Sie war am ${due} fällig, und ${amount} sind noch offen.${settled}`,
    reminder3: ({ company, number, amount, due }) =>
      `Dies ist unsere letzte Mahnung zu Rechnung ${number} von ${company}. Sie war am ${due} fällig, und ${amount} sind noch offen.${settled}`,
  },
  facts: { number: "Rechnungsnummer", amount: "Noch zu zahlen", due: "Fällig am" },
  openInvoice: "Rechnung öffnen",
  lateFee: (fee) => `Darin ist eine Mahngebühr von ${fee} enthalten.`,
  answerSubject: ({ company, number }) => `Antwort zu Rechnung ${number} von ${company}`,
  answerOpening: ({ company, number }) => `${company} hat Ihre Frage zu Rechnung ${number} beantwortet:`,
  questions: (company) => `Haben Sie eine Frage? Antworten Sie auf diese E-Mail, dann erreicht sie ${company}.`,
  regards: "Mit freundlichen Grüßen",
  isItReal: (code) => `Ist diese Nachricht echt? Prüfen Sie den Code ${code} auf`,
  footer: (company) => `Sie erhalten diese E-Mail, weil ${company} Ihnen eine Rechnung gesandt hat.`,
};
