import type { Locale } from "@/server/domain/formats/locales";

/** Words that people of a season write: customers and companies, in the customer's language. */
interface Written {
  /** Description of a line that is added. */
  added: string;
  /** Description of a credit. */
  credited: string;
  /** Description of a retraction's credit. */
  retracted: string;
  /** Reason of a retraction that the customer is told. */
  retractionReason: string;
  objection: string;
  answerToObjection: string;
  question: string;
  answer: string;
}

export const written: Record<Locale, Written> = {
  de: {
    added: "Vereinstrikot",
    credited: "Familienrabatt",
    retracted: "Storno wegen Austritt",
    retractionReason: "Austritt zum Ende des letzten Jahres",
    objection: "Ich bin im letzten Herbst ausgetreten. Muss ich diesen Beitrag noch zahlen?",
    answerToObjection: "Ihr Austritt gilt erst ab dem nächsten Jahr, deshalb bleibt der Beitrag für dieses Jahr bestehen.",
    question: "Ist der Kurs im Frühling in diesem Betrag schon enthalten?",
    answer: "Ja, der Frühlingskurs ist enthalten. Sie müssen dafür nichts weiter tun.",
  },
  en: {
    added: "Club shirt",
    credited: "Family discount",
    retracted: "Cancelled, as you left the club",
    retractionReason: "You left the club last year",
    objection: "I left the club last autumn. Do I still have to pay this?",
    answerToObjection: "Your membership ends with this season, so the fee for this year stays.",
    question: "Is the spring course included in this amount?",
    answer: "Yes, the spring course is included. There is nothing else to do.",
  },
  fr: {
    added: "Maillot du club",
    credited: "Réduction famille",
    retracted: "Annulation après départ",
    retractionReason: "Départ du club à la fin de l’année dernière",
    objection: "J’ai quitté le club l’automne dernier. Je pense donc ne rien devoir.",
    answerToObjection: "Votre départ prend effet l’année prochaine, la cotisation de cette année reste donc à payer.",
    question: "Le cours de printemps est-il compris dans ce montant\u00a0?",
    answer: "Oui, le cours de printemps est compris. Vous n’avez rien d’autre à faire.",
  },
  it: {
    added: "Maglia sociale",
    credited: "Sconto famiglia",
    retracted: "Annullata per dimissioni",
    retractionReason: "Dimissioni alla fine dell’anno scorso",
    objection: "Ho lasciato la società lo scorso autunno. Devo pagare ancora questa quota?",
    answerToObjection: "Le sue dimissioni valgono dal prossimo anno, perciò la quota di quest’anno resta dovuta.",
    question: "Il corso di primavera è compreso in questo importo?",
    answer: "Sì, il corso di primavera è compreso. Non deve fare altro.",
  },
  nl: {
    added: "Clubshirt",
    credited: "Gezinskorting",
    retracted: "Geannuleerd wegens opzegging",
    retractionReason: "Opzegging aan het eind van vorig jaar",
    objection: "Ik heb afgelopen herfst opgezegd. Moet ik deze contributie nog betalen?",
    answerToObjection: "Uw opzegging gaat volgend jaar in, daarom blijft de contributie van dit jaar staan.",
    question: "Is de voorjaarscursus in dit bedrag inbegrepen?",
    answer: "Ja, de voorjaarscursus is inbegrepen. U hoeft verder niets te doen.",
  },
};
