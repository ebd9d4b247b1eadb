import type { Words } from "./types";

export const it: Words = {
  dues: { winter: "Quota invernale", spring: "Quota primaverile", summer: "Quota estiva", autumn: "Quota autunnale" },
  campaigns: {
    camp: "Campo di allenamento",
    tournament: "Regata sociale",
    course: "Corso principianti",
    kit: "Abbigliamento sociale",
    licence: "Licenze agonistiche",
  },
  items: {
    senior: "Quota sociale adulti",
    junior: "Quota sociale giovani (sotto i 18 anni)",
    family: "Quota famiglia, fino a cinque persone",
    student: "Quota sociale studenti",
    supporting: "Socio sostenitore",
    federation: "Contributo alla federazione",
    insurance: "Assicurazione infortuni",
    locker: "Armadietto, sei mesi",
    volunteerDiscount: "Sconto volontari",
    campPlace: "Campo di allenamento, cinque giorni in pensione completa",
    campBus: "Pullman, andata e ritorno",
    campDeposit: "Cauzione per il materiale",
    siblingDiscount: "Sconto fratelli e sorelle",
    entry: "Tassa d’iscrizione",
    dinner: "Cena sociale",
    guest: "Cena sociale, ospite",
    course: "Corso, dieci serate",
    material: "Materiale del corso",
    hire: "Noleggio attrezzatura",
    jersey: "Maglia sociale",
    jacket: "Giacca sociale, imbottita",
    bag: "Borsa sportiva con stemma",
    socks: "Calze, due paia",
    licence: "Licenza annuale",
    registration: "Tesseramento alla federazione",
    sponsored: "A carico del nostro sponsor",
    depositBack: "Restituzione della cauzione",
    cancelledBack: "Rimborso, attività annullata",
  },
  messages: {
    request: "Richiesta di pagamento",
    nothingDue: "Non deve pagare nulla",
    refund: "Le spetta un rimborso",
    reminder1: "Promemoria",
    reminder2: "Secondo sollecito",
    reminder3: "Terzo sollecito",
    lastReminder: "Ultimo sollecito prima dell’esecuzione",
    chargeback: "Il suo pagamento è stato stornato",
    plan: "Il suo piano rateale è confermato",
    retracted: "La sua fattura è stata annullata",
  },
  credits: {
    goodwill: "Riduzione di cortesia",
    cancelledSessions: "Due lezioni annullate",
    joinedLate: "Riduzione, iscrizione a metà anno",
    locker: "Correzione armadietto",
    category: "Correzione della categoria",
  },
  retractions: [
    { description: "Riduzione, iscrizione terminata", reason: "Ha disdetto in tempo, quindi non deve nulla." },
    {
      description: "Riduzione, fatturato due volte",
      reason: "L’importo è stato fatturato due volte per errore. L’altra fattura resta valida.",
    },
    { description: "Riduzione, categoria errata", reason: "Era nella categoria sbagliata. Seguirà una fattura corretta." },
  ],
  greetings: ["Buongiorno,", "Salve,", "Gentile tesoriere,", "Buonasera,"],
  closings: ["Cordiali saluti\n{name}", "Grazie in anticipo\n{name}", "Distinti saluti\n{name}", "Un saluto, {name}"],
  companyGreeting: "Buongiorno {name},",
  companyClosing: "Cordiali saluti\n{club}",
  supportClosing: "Cordiali saluti\nil servizio clienti, per {club}",
  dialogues: {
    alreadyPaid: [
      [
        "ho appena ricevuto un sollecito, ma ho fatto il bonifico la settimana scorsa. Potete controllare? La causale era {number}.",
        "il bonifico è arrivato: nella causale due cifre erano invertite, lo abbiamo attribuito stamattina. Ignori pure il sollecito.",
        "Un mio errore di battitura, quindi. Grazie per la rapidità!",
      ],
      [
        "secondo voi mancano ancora {amount}. Mia moglie ha pagato dal suo conto, a suo nome.",
        "grazie della segnalazione. Può indicarci l’intestatario del conto e la data del pagamento? Lo cerchiamo subito.",
      ],
    ],
    chargeback: [
      [
        "la mia carta è stata sostituita e il pagamento è stato stornato. Posso pagare in un altro modo? E le spese sono davvero a mio carico?",
        "certo, può fare un bonifico. Le spese sono quelle che la banca addebita al circolo, purtroppo dobbiamo girarle a lei.",
        "Capisco. Pago nel fine settimana.",
      ],
      [
        "non ho riconosciuto il nome sull’estratto conto e ho contestato il pagamento. Ora vedo che era il circolo, mi scuso! Che cosa devo fare?",
        "nessun problema. Basta pagare con il link della nostra e-mail.",
      ],
    ],
    general: [
      [
        "rilasciate una ricevuta? Il mio datore di lavoro rimborsa metà della quota.",
        "certamente. Dopo il pagamento può scaricarla dalla stessa pagina.",
      ],
      [
        "da quale giorno conta la quota famiglia? Ci siamo iscritti a metà stagione.",
        "dal giorno dell’iscrizione. L’importo in fattura è già ridotto in proporzione.",
      ],
      [
        "il link dell’e-mail non si apre sul mio telefono. C’è un altro modo per pagare?",
        "può pagare con un bonifico, indicando {number} come causale.",
      ],
      [
        "la fattura può essere intestata alla mia ditta?",
        "sì. Qual è il nome esatto, e l’indirizzo è lo stesso?",
        "Stesso indirizzo, il nome è nel mio messaggio di ieri. Grazie!",
      ],
    ],
    instalments: [
      [
        "{amount} in una volta sola sono tanti questo mese. Posso pagare in tre rate?",
        "naturalmente. Scelga «rate» nella pagina di pagamento; è prevista una piccola spesa.",
        "Fatto. Grazie, è stato semplicissimo.",
      ],
      [
        "i nostri tre figli sono iscritti e le fatture sono arrivate tutte lo stesso giorno. Si può dilazionare questa?",
        "sì, fino a quattro mesi. Può iniziare lei stessa dalla pagina di pagamento.",
      ],
    ],
    lateFee: [
      [
        "perché una spesa per ritardato pagamento? Non ho mai visto la prima e-mail, forse è finita nello spam.",
        "le abbiamo scritto il {day} e di nuovo due settimane dopo. Poiché è la prima volta, togliamo la spesa in via eccezionale.",
        "Molto gentile. Pago il resto oggi.",
      ],
      [
        "sono stato tre settimane in ospedale e non ho potuto pagare in tempo. Potete rinunciare alla spesa?",
        "ci dispiace molto. Il comitato ne parla questa settimana e le faremo sapere.",
      ],
    ],
    newAccount: [
      [
        "ho cambiato banca. Dove posso indicare il nuovo conto?",
        "nella pagina di pagamento, sotto «i suoi dati». Il vecchio conto viene sostituito subito.",
      ],
      [
        "vi prego di mandare d’ora in poi le fatture di mia figlia a me e non a lei.",
        "volentieri. Ci serve la sua firma sul modulo che abbiamo appena inviato.",
        "Firmato e rispedito stamattina.",
      ],
    ],
    overpaid: [
      [
        "credo di aver pagato due volte, con la carta e con un bonifico. Potete restituirne uno?",
        "ha ragione, ci scusi per il disagio. L’eccedenza sarà sul suo conto entro una settimana.",
      ],
    ],
    refund: [
      [
        "nel vostro messaggio c’è scritto che mi spetta un rimborso. Quando arriva?",
        "i rimborsi partono l’ultimo venerdì del mese, verso il conto da cui ha pagato.",
      ],
    ],
    resigned: [
      [
        "ho lasciato il circolo alla fine della scorsa stagione e l’ho detto in segreteria. Perché ricevo ancora una fattura?",
        "ha ragione, la sua disdetta non era ancora nell’elenco soci. Ritiriamo la fattura.",
      ],
      [
        "ci trasferiamo a Coira e abbiamo disdetto. Vi prego di annullare questa fattura.",
        "grazie per questi begli anni! Abbiamo la disdetta e annulliamo la fattura.",
      ],
    ],
    wrongAmount: [
      [
        "credo di essere nella categoria sbagliata: sono studente e dovrei pagare la quota ridotta.",
        "può mandarci una copia della tessera universitaria? Toglieremo la differenza.",
        "Appena inviata alla segreteria.",
      ],
      ["perché pago un armadietto? Ho restituito la chiave in primavera.", "è vero, togliamo l’armadietto."],
    ],
  },
};
