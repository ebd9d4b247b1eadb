import type { MessageWords, Owed } from "@/server/outbound/messages/message-words";

const payBy = ({ due, isLate }: Owed) => (isLate ? " La preghiamo di pagare ora." : ` La preghiamo di pagare entro il ${due}.`);
const settled = " Se nel frattempo ha pagato, non deve fare nulla.";

export const it: MessageWords = {
  greeting: (name) => `Gentile ${name},`,
  subject: {
    request1: ({ company, number }) => `La sua fattura ${number} di ${company}`,
    request2: ({ company, number, due }) => `La fattura ${number} di ${company} scade il ${due}`,
    reminder1: ({ company, number }) => `Sollecito: fattura ${number} di ${company}`,
    reminder2: ({ company, number }) => `Secondo sollecito: fattura ${number} di ${company}`,
    reminder3: ({ company, number }) => `Ultimo sollecito: fattura ${number} di ${company}`,
  },
  opening: {
    request1: (owed) => `${owed.company} ha una fattura per lei di ${owed.amount}.${payBy(owed)}`,
    request2: (owed) =>
      `La fattura ${owed.number} di ${owed.company} non è ancora stata pagata. Restano da pagare ${owed.amount}.${payBy(owed)}`,
    reminder1: ({ company, number, amount, due }) =>
      `La fattura ${number} di ${company} è scaduta il ${due}, e restano da pagare ${amount}.${settled}`,
    reminder2: ({ company, number, amount, due }) =>
      `Le abbiamo già ricordato la fattura ${number} di ${company}. È scaduta il ${due}, e restano da pagare ${amount}.${settled}`,
    reminder3: ({ company, number, amount, due }) =>
      `Questo è il nostro ultimo sollecito per la fattura ${number} di ${company}. È scaduta il ${due}, e restano da pagare ${amount}.${settled}`,
  },
  facts: { number: "Numero di fattura", amount: "Ancora da pagare", due: "Scadenza" },
  openInvoice: "Apri la fattura",
  lateFee: (fee) => `L’importo comprende ${fee} di spese di ritardo.`,
  answerSubject: ({ company, number }) => `Risposta sulla fattura ${number} di ${company}`,
  answerOpening: ({ company, number }) => `${company} ha risposto alla sua domanda sulla fattura ${number}:`,
  questions: (company) => `Ha una domanda? Risponda a questa e-mail: la risposta arriva a ${company}.`,
  regards: "Cordiali saluti,",
  isItReal: (code) => `Questo messaggio è autentico? Verifichi il codice ${code} su`,
  footer: (company) => `Riceve questa e-mail perché ${company} le ha inviato una fattura.`,
};
