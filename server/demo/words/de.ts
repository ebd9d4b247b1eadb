import type { Words } from "./types";

export const de: Words = {
  dues: { winter: "Winterbeitrag", spring: "Frühjahrsbeitrag", summer: "Sommerbeitrag", autumn: "Herbstbeitrag" },
  campaigns: {
    camp: "Trainingslager",
    tournament: "Vereinsturnier",
    course: "Anfängerkurs",
    kit: "Vereinskleidung",
    licence: "Startpässe",
  },
  items: {
    senior: "Mitgliedsbeitrag Erwachsene",
    junior: "Mitgliedsbeitrag Jugend (unter 18)",
    family: "Familienbeitrag, bis fünf Personen",
    student: "Mitgliedsbeitrag Studierende",
    supporting: "Fördermitgliedschaft",
    federation: "Verbandsabgabe",
    insurance: "Unfallversicherung",
    locker: "Schließfach, halbes Jahr",
    volunteerDiscount: "Ermäßigung für Ehrenamtliche",
    campPlace: "Trainingslager, fünf Tage Vollpension",
    campBus: "Busfahrt, hin und zurück",
    campDeposit: "Kaution für Geräte",
    siblingDiscount: "Geschwisterermäßigung",
    entry: "Startgeld",
    dinner: "Vereinsessen",
    guest: "Vereinsessen, Gast",
    course: "Kurs, zehn Abende",
    material: "Kursmaterial",
    hire: "Leihgebühr Ausrüstung",
    jersey: "Vereinstrikot",
    jacket: "Vereinsjacke, gefüttert",
    bag: "Sporttasche mit Wappen",
    socks: "Stutzen, zwei Paar",
    licence: "Jahreslizenz",
    registration: "Anmeldung beim Verband",
    sponsored: "Übernommen vom Förderverein",
    depositBack: "Rückzahlung der Kaution",
    cancelledBack: "Rückzahlung, Veranstaltung ausgefallen",
  },
  messages: {
    request: "Zahlungsaufforderung",
    nothingDue: "Sie müssen nichts zahlen",
    refund: "Sie bekommen Geld zurück",
    reminder1: "Freundliche Erinnerung",
    reminder2: "Zweite Erinnerung",
    reminder3: "Mahnung",
    lastReminder: "Letzte Mahnung vor dem Mahnverfahren",
    chargeback: "Ihre Lastschrift wurde zurückgegeben",
    plan: "Ihre Ratenzahlung ist bestätigt",
    retracted: "Ihre Rechnung wurde storniert",
  },
  credits: {
    goodwill: "Gutschrift aus Kulanz",
    cancelledSessions: "Zwei Übungsstunden ausgefallen",
    joinedLate: "Ermäßigung, Eintritt im Halbjahr",
    locker: "Korrektur Schließfach",
    category: "Korrektur der Beitragsgruppe",
  },
  retractions: [
    { description: "Gutschrift, Mitgliedschaft beendet", reason: "Sie haben rechtzeitig gekündigt, deshalb ist nichts zu zahlen." },
    {
      description: "Gutschrift, doppelt berechnet",
      reason: "Der Betrag wurde versehentlich doppelt berechnet. Die andere Rechnung bleibt bestehen.",
    },
    {
      description: "Gutschrift, falsche Beitragsgruppe",
      reason: "Sie waren in der falschen Beitragsgruppe. Eine berichtigte Rechnung folgt.",
    },
  ],
  greetings: ["Guten Tag,", "Hallo zusammen,", "Sehr geehrte Damen und Herren,", "Grüß Gott,"],
  closings: ["Mit freundlichen Grüßen\n{name}", "Viele Grüße\n{name}", "Besten Dank im Voraus\n{name}", "Schöne Grüße, {name}"],
  companyGreeting: "Guten Tag {name},",
  companyClosing: "Mit sportlichen Grüßen\n{club}",
  supportClosing: "Mit freundlichen Grüßen\nIhr Kundendienst, im Namen von {club}",
  dialogues: {
    alreadyPaid: [
      [
        "ich habe den Beitrag schon letzte Woche überwiesen, trotzdem kam heute eine Erinnerung. Bitte prüfen Sie das. Verwendungszweck war {number}.",
        "die Überweisung ist da: Im Verwendungszweck waren zwei Ziffern vertauscht, wir haben sie heute zugeordnet. Die Erinnerung ist damit erledigt.",
        "Da habe ich mich wohl vertippt. Danke für die schnelle Klärung!",
      ],
      [
        "angeblich sind noch {amount} offen. Die Überweisung lief über das Konto meiner Frau, unter ihrem Namen.",
        "vielen Dank für den Hinweis. Bitte nennen Sie uns Kontoinhaber und Datum der Überweisung, dann suchen wir danach.",
      ],
    ],
    chargeback: [
      [
        "mein altes Konto ist aufgelöst, deshalb ging die Lastschrift zurück. Kann ich selbst überweisen? Und muss ich die Gebühr wirklich tragen?",
        "ja, bitte überweisen Sie den Betrag mit {number} als Verwendungszweck. Die Gebühr berechnet die Bank dem Verein, wir geben sie nur weiter.",
        "Verstanden, ich überweise am Wochenende.",
      ],
      [
        "ich habe den Namen auf dem Kontoauszug nicht erkannt und die Lastschrift zurückgeholt. Jetzt sehe ich, dass es der Verein war. Entschuldigung! Was nun?",
        "kein Problem. Bitte zahlen Sie über den Link in unserer E-Mail; Ihr Mandat gilt für die nächste Saison weiter.",
      ],
    ],
    general: [
      [
        "bekomme ich eine Zahlungsbestätigung? Meine Krankenkasse bezuschusst den Beitrag.",
        "gern. Sobald die Rechnung bezahlt ist, finden Sie die Bestätigung auf derselben Seite.",
      ],
      [
        "ab welchem Tag zählt der Familienbeitrag? Wir sind erst mitten in der Saison eingetreten.",
        "ab dem Tag Ihres Eintritts. Der Betrag auf der Rechnung ist bereits anteilig.",
      ],
      [
        "der Link in der E-Mail öffnet sich auf meinem Telefon nicht. Kann ich auch anders zahlen?",
        "Sie können den Betrag überweisen. Bitte geben Sie {number} an.",
      ],
      [
        "kann die Rechnung auf meine Firma ausgestellt werden?",
        "das geht. Wie lautet der genaue Name, und ist die Anschrift dieselbe?",
        "Die Anschrift ist dieselbe, der Name steht in meiner E-Mail von gestern. Danke!",
      ],
    ],
    instalments: [
      [
        "{amount} auf einmal sind diesen Monat etwas viel. Könnte ich in drei Raten zahlen?",
        "selbstverständlich. Wählen Sie auf der Zahlungsseite „Raten“; dafür fällt eine kleine Gebühr an.",
        "Hat geklappt. Schön, dass das so unkompliziert geht.",
      ],
      [
        "unsere drei Kinder sind im Verein, und alle Rechnungen kamen am selben Tag. Lässt sich diese verteilen?",
        "ja, auf bis zu vier Monate. Sie können die Ratenzahlung selbst auf der Zahlungsseite beginnen.",
      ],
    ],
    lateFee: [
      [
        "warum eine Mahngebühr? Die erste E-Mail habe ich nie gesehen, vielleicht lag sie im Spam.",
        "wir haben Ihnen am {day} geschrieben und zwei Wochen später noch einmal. Weil es das erste Mal ist, schreiben wir Ihnen die Gebühr einmalig gut.",
        "Sehr freundlich. Den Rest überweise ich heute.",
      ],
      [
        "ich lag drei Wochen im Krankenhaus und konnte nicht rechtzeitig zahlen. Können Sie auf die Gebühr verzichten?",
        "das tut uns leid. Der Vorstand berät diese Woche darüber, wir melden uns bei Ihnen.",
      ],
    ],
    newAccount: [
      [
        "ich habe die Bank gewechselt. Wo kann ich mein neues Konto für die Lastschrift angeben?",
        "auf der Zahlungsseite unter „Ihre Angaben“. Das alte Mandat endet im selben Moment.",
      ],
      [
        "bitte buchen Sie den Beitrag meiner Tochter künftig von meinem Konto ab, nicht von ihrem.",
        "gern. Dafür brauchen wir Ihre Unterschrift auf dem Formular, das wir Ihnen eben geschickt haben.",
        "Heute früh unterschrieben zurückgeschickt.",
      ],
    ],
    overpaid: [
      [
        "ich habe offenbar doppelt gezahlt, einmal per Überweisung und einmal online. Können Sie einen Betrag zurückzahlen?",
        "Sie haben recht, bitte entschuldigen Sie die Umstände. Der Überschuss ist innerhalb einer Woche wieder auf Ihrem Konto.",
      ],
    ],
    refund: [
      [
        "laut Ihrer Nachricht bekomme ich Geld zurück. Wann ist es da?",
        "Rückzahlungen gehen am letzten Freitag des Monats hinaus, auf das Konto, von dem Sie gezahlt haben.",
      ],
    ],
    resigned: [
      [
        "ich bin zum Ende der letzten Saison ausgetreten und habe das der Geschäftsstelle gemeldet. Warum bekomme ich noch eine Rechnung?",
        "Sie haben recht, Ihre Kündigung war noch nicht in der Mitgliederliste. Wir stornieren die Rechnung.",
      ],
      [
        "wir ziehen nach Bremen und haben gekündigt. Bitte stornieren Sie diese Rechnung.",
        "danke für die schönen Jahre! Ihre Kündigung liegt vor, wir stornieren die Rechnung.",
      ],
    ],
    wrongAmount: [
      [
        "ich bin wohl in der falschen Beitragsgruppe: Ich studiere und sollte den ermäßigten Satz zahlen.",
        "bitte schicken Sie uns eine Kopie Ihres Studierendenausweises, dann schreiben wir die Differenz gut.",
        "Ging eben per E-Mail an die Geschäftsstelle.",
      ],
      [
        "warum zahle ich für ein Schließfach? Den Schlüssel habe ich im Frühjahr zurückgegeben.",
        "das stimmt, wir schreiben das Schließfach gut.",
      ],
    ],
  },
};
