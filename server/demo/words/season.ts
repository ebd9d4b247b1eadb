import type { Locale } from "./types";

/** Texts of the season. */
export interface SeasonWords {
  rate: string;
  rateAnswer: string;
  objection: string;
  parts: string;
  paidToday: string;
  /** Texts on bank statements. */
  bank: {
    dues: string;
    part: string;
    household: string;
    stranger: string;
    coffee: string;
    landlord: string;
    rent: string;
    coach: string;
    wages: string;
    fees: string;
  };
}

export const seasonWords: Record<Locale, SeasonWords> = {
  de: {
    rate: "Stimmt der Jugendbeitrag für meinen Sohn noch?",
    rateAnswer: "Ja, bis er 18 wird.",
    objection: "Ich habe im Mai gekündigt, wie es die Satzung verlangt. Bitte prüfen Sie das.",
    parts: "Kann ich in zwei Teilen zahlen?",
    paidToday: "Ich habe heute Morgen überwiesen. Wann sehen Sie das?",
    bank: {
      dues: "Beitrag",
      part: "erste Rate",
      household: "für uns alle",
      stranger: "Kiosk am See",
      coffee: "Kaffeekasse Oktober",
      landlord: "Bootshaus GmbH",
      rent: "Miete der Halle",
      coach: "Jana Kessler",
      wages: "Trainerhonorar Oktober",
      fees: "Kontoführung Oktober",
    },
  },
  en: {
    rate: "Is the junior rate still right for my son?",
    rateAnswer: "Yes, until he turns 18.",
    objection: "I gave notice in May, as the statutes say. Please check.",
    parts: "Could I pay in two parts?",
    paidToday: "I paid this morning. When will you see it?",
    bank: {
      dues: "subscription",
      part: "first part",
      household: "for all of us",
      stranger: "The Quay Kiosk",
      coffee: "coffee box October",
      landlord: "Boathouse Lettings",
      rent: "Rent of the boathouse",
      coach: "Robin Hale",
      wages: "coaching October",
      fees: "account fees October",
    },
  },
  fr: {
    rate: "Le tarif jeune est-il encore le bon pour mon fils ?",
    rateAnswer: "Oui, jusqu’à ses 18 ans.",
    objection: "J’ai démissionné en mai, comme le prévoient les statuts. Merci de vérifier.",
    parts: "Puis-je payer en deux fois ?",
    paidToday: "J’ai payé ce matin. Quand le verrez-vous ?",
    bank: {
      dues: "cotisation",
      part: "premier versement",
      household: "pour nous tous",
      stranger: "Kiosque du lac",
      coffee: "caisse du café octobre",
      landlord: "Immobilière du port",
      rent: "Loyer du hangar",
      coach: "Camille Roche",
      wages: "entraînement octobre",
      fees: "frais de compte octobre",
    },
  },
  it: {
    rate: "La quota giovani è ancora giusta per mio figlio?",
    rateAnswer: "Sì, fino ai 18 anni.",
    objection: "Ho dato disdetta a maggio, come dice lo statuto. Per favore verificate.",
    parts: "Posso pagare in due rate?",
    paidToday: "Ho pagato stamattina. Quando lo vedrete?",
    bank: {
      dues: "quota",
      part: "prima rata",
      household: "per tutti noi",
      stranger: "Chiosco del lago",
      coffee: "cassa caffè ottobre",
      landlord: "Immobiliare del porto",
      rent: "Affitto del capannone",
      coach: "Livia Serra",
      wages: "allenamenti ottobre",
      fees: "spese di conto ottobre",
    },
  },
  nl: {
    rate: "Klopt het jeugdtarief nog voor mijn zoon?",
    rateAnswer: "Ja, tot hij 18 wordt.",
    objection: "Ik heb in mei opgezegd, zoals in de statuten staat. Wilt u dat nakijken?",
    parts: "Kan ik in twee keer betalen?",
    paidToday: "Ik heb vanmorgen betaald. Wanneer ziet u dat?",
    bank: {
      dues: "contributie",
      part: "eerste deel",
      household: "voor ons allemaal",
      stranger: "Kiosk aan het water",
      coffee: "koffiepot oktober",
      landlord: "Verhuur De Loods",
      rent: "Huur van de hal",
      coach: "Femke Dijkman",
      wages: "training oktober",
      fees: "kosten rekening oktober",
    },
  },
};
