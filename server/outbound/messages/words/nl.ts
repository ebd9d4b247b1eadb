import type { MessageWords, Owed } from "@/server/outbound/messages/message-words";

const payBy = ({ due, isLate }: Owed) => (isLate ? " Wilt u nu betalen?" : ` Wilt u uiterlijk op ${due} betalen?`);
const settled = " Heeft u intussen betaald, dan hoeft u niets te doen.";

export const nl: MessageWords = {
  greeting: (name) => `Beste ${name},`,
  subject: {
    request1: ({ company, number }) => `Uw factuur ${number} van ${company}`,
    request2: ({ company, number, due }) => `Factuur ${number} van ${company} vervalt op ${due}`,
    reminder1: ({ company, number }) => `Herinnering: factuur ${number} van ${company}`,
    reminder2: ({ company, number }) => `Tweede herinnering: factuur ${number} van ${company}`,
    reminder3: ({ company, number }) => `Laatste herinnering: factuur ${number} van ${company}`,
  },
  opening: {
    request1: (owed) => `${owed.company} heeft een factuur voor u van ${owed.amount}.${payBy(owed)}`,
    request2: (owed) => `Factuur ${owed.number} van ${owed.company} is nog niet betaald. Er staat nog ${owed.amount} open.${payBy(owed)}`,
    reminder1: ({ company, number, amount, due }) =>
      `Factuur ${number} van ${company} verviel op ${due}, en er staat nog ${amount} open.${settled}`,
    reminder2: ({ company, number, amount, due }) =>
      `Wij hebben u al eerder herinnerd aan factuur ${number} van ${company}. Die verviel op ${due}, en er staat nog ${amount} open.${settled}`,
    reminder3: ({ company, number, amount, due }) =>
      `Dit is onze laatste herinnering aan factuur ${number} van ${company}. Die verviel op ${due}, en er staat nog ${amount} open.${settled}`,
  },
  facts: { number: "Factuurnummer", amount: "Nog te betalen", due: "Vervaldag" },
  openInvoice: "Factuur openen",
  lateFee: (fee) => `Hierin zit ${fee} voor te late betaling.`,
  answerSubject: ({ company, number }) => `Antwoord over factuur ${number} van ${company}`,
  answerOpening: ({ company, number }) => `${company} heeft uw vraag over factuur ${number} beantwoord:`,
  questions: (company) => `Heeft u een vraag? Beantwoord deze e-mail, dan bereikt die ${company}.`,
  regards: "Met vriendelijke groet,",
  isItReal: (code) => `Is dit bericht echt? Controleer code ${code} op`,
  footer: (company) => `U ontvangt deze e-mail omdat ${company} u een factuur heeft gestuurd.`,
};
