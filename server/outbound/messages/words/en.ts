import type { MessageWords, Owed } from "@/server/outbound/messages/message-words";

const payBy = ({ due, isLate }: Owed) => (isLate ? " Please pay now." : ` Please pay by ${due}.`);
const settled = " If you have paid meanwhile, you need not do anything.";

export const en: MessageWords = {
  greeting: (name) => `Dear ${name},`,
  subject: {
    request1: ({ company, number }) => `Your invoice ${number} from ${company}`,
    request2: ({ company, number, due }) => `Invoice ${number} from ${company} is due on ${due}`,
    reminder1: ({ company, number }) => `Reminder: invoice ${number} from ${company}`,
    reminder2: ({ company, number }) => `Second reminder: invoice ${number} from ${company}`,
    reminder3: ({ company, number }) => `Last reminder: invoice ${number} from ${company}`,
  },
  opening: {
    request1: (owed) => `${owed.company} has an invoice for you of ${owed.amount}.${payBy(owed)}`,
    request2: (owed) => `Invoice ${owed.number} from ${owed.company} has not been paid yet. ${owed.amount} is still open.${payBy(owed)}`,
    reminder1: ({ company, number, amount, due }) =>
      `Invoice ${number} from ${company} was due on ${due}, and ${amount} is still open.${settled}`,
    reminder2: ({ company, number, amount, due }) =>
      `We have reminded you of invoice ${number} from ${company} before. It was due on ${due}, and ${amount} is still open.${settled}`,
    reminder3: ({ company, number, amount, due }) =>
      `This is our last reminder of invoice ${number} from ${company}. It was due on ${due}, and ${amount} is still open.${settled}`,
  },
  facts: { number: "Invoice number", amount: "Still to be paid", due: "Due on" },
  openInvoice: "Open the invoice",
  lateFee: (fee) => `This includes a late-payment fee of ${fee}.`,
  answerSubject: ({ company, number }) => `Answer about invoice ${number} from ${company}`,
  answerOpening: ({ company, number }) => `${company} has answered your question about invoice ${number}:`,
  questions: (company) => `Do you have a question? Answer this e-mail, and it reaches ${company}.`,
  regards: "Kind regards,",
  isItReal: (code) => `Is this message real? Check code ${code} at`,
  footer: (company) => `You receive this e-mail because ${company} has sent you an invoice.`,
};
