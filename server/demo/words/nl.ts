import type { Words } from "./types";

export const nl: Words = {
  dues: { winter: "Wintercontributie", spring: "Voorjaarscontributie", summer: "Zomercontributie", autumn: "Najaarscontributie" },
  campaigns: {
    camp: "Trainingskamp",
    tournament: "Clubtoernooi",
    course: "Beginnerscursus",
    kit: "Clubkleding",
    licence: "Wedstrijdlicenties",
  },
  items: {
    senior: "Lidmaatschap senior",
    junior: "Lidmaatschap jeugd (tot 18 jaar)",
    family: "Gezinslidmaatschap, tot vijf personen",
    student: "Lidmaatschap student",
    supporting: "Donateurschap",
    federation: "Bondsbijdrage",
    insurance: "Ongevallenverzekering",
    locker: "Kluisje, half jaar",
    volunteerDiscount: "Vrijwilligerskorting",
    campPlace: "Trainingskamp, vijf dagen volpension",
    campBus: "Bus, heen en terug",
    campDeposit: "Borg materiaal",
    siblingDiscount: "Broertjes-en-zusjeskorting",
    entry: "Inschrijfgeld",
    dinner: "Clubdiner",
    guest: "Clubdiner, introducé",
    course: "Cursus, tien avonden",
    material: "Lesmateriaal",
    hire: "Huur materiaal",
    jersey: "Clubshirt",
    jacket: "Clubjas, gevoerd",
    bag: "Sporttas met embleem",
    socks: "Sokken, twee paar",
    licence: "Jaarlicentie",
    registration: "Aanmelding bij de bond",
    sponsored: "Betaald door onze sponsor",
    depositBack: "Teruggave borg",
    cancelledBack: "Teruggave, activiteit geannuleerd",
  },
  messages: {
    request: "Betaalverzoek",
    nothingDue: "U hoeft niets te betalen",
    refund: "U krijgt geld terug",
    reminder1: "Vriendelijke herinnering",
    reminder2: "Tweede herinnering",
    reminder3: "Derde herinnering",
    lastReminder: "Laatste aanmaning voor incasso",
    chargeback: "Uw incasso is teruggeboekt",
    plan: "Uw betalingsregeling is bevestigd",
    retracted: "Uw factuur is geannuleerd",
  },
  credits: {
    goodwill: "Coulance",
    cancelledSessions: "Twee trainingen uitgevallen",
    joinedLate: "Halfjaarkorting, later lid geworden",
    locker: "Correctie kluisje",
    category: "Correctie lidmaatschapscategorie",
  },
  retractions: [
    { description: "Credit, lidmaatschap beëindigd", reason: "U hebt op tijd opgezegd, dus u hoeft niets te betalen." },
    {
      description: "Credit, dubbel gefactureerd",
      reason: "Dit was per ongeluk dubbel in rekening gebracht. De andere factuur blijft staan.",
    },
    { description: "Credit, verkeerde categorie", reason: "U stond in de verkeerde lidmaatschapscategorie. Er volgt een nieuwe factuur." },
  ],
  greetings: ["Hallo,", "Goedemorgen,", "Beste penningmeester,", "Dag allemaal,"],
  closings: ["Groeten,\n{name}", "Met vriendelijke groet,\n{name}", "Alvast bedankt!\n{name}", "Groetjes, {name}"],
  companyGreeting: "Beste {name},",
  companyClosing: "Met sportieve groet,\n{club}",
  supportClosing: "Met vriendelijke groet,\nhet supportteam, namens {club}",
  dialogues: {
    alreadyPaid: [
      [
        "Ik kreeg net een herinnering, maar ik heb vorige week al overgemaakt. Kunt u dat nakijken? Kenmerk was {number}.",
        "De overboeking is vanmorgen gekoppeld: in het kenmerk stonden twee cijfers verwisseld. De herinnering kunt u als niet verzonden beschouwen.",
        "Foutje van mij dus. Dank voor het snelle antwoord!",
      ],
      [
        "Volgens u staat er nog {amount} open. Mijn man heeft dit van zijn rekening betaald, op zijn eigen naam.",
        "Dank voor uw bericht. Kunt u ons de naam van de rekening en de datum van betaling sturen? Dan zoeken wij het op.",
      ],
    ],
    chargeback: [
      [
        "Mijn oude rekening is opgeheven, daarom is de incasso mislukt. Kan ik zelf overmaken? En moet ik die kosten echt betalen?",
        "Dat kan. Op de betaalpagina kunt u iDEAL kiezen. De kosten rekent de bank aan de vereniging, daarom moeten wij die doorberekenen.",
        "Duidelijk. Ik betaal dit weekend.",
      ],
      [
        "Ik herkende de naam op mijn afschrift niet en heb de incasso laten terugboeken. Nu zie ik dat het de club was, sorry! Wat nu?",
        "Geen probleem. Betaalt u maar via de link in de e-mail; uw machtiging blijft geldig voor het volgende seizoen.",
      ],
    ],
    general: [
      [
        "Krijg ik ook een betaalbewijs? Mijn werkgever vergoedt de helft van mijn contributie.",
        "Zeker. Na betaling kunt u op dezelfde pagina een betaalbewijs downloaden.",
      ],
      [
        "Vanaf welke dag telt het gezinslidmaatschap? Wij zijn pas halverwege het seizoen lid geworden.",
        "Vanaf de dag dat u lid werd. Het bedrag op de factuur is al naar rato.",
      ],
      [
        "De link in de mail doet het niet op mijn telefoon. Kan ik ook anders betalen?",
        "U kunt het bedrag overmaken, met {number} als kenmerk.",
      ],
      [
        "Kan de factuur op naam van mijn bedrijf worden gezet?",
        "Dat kan. Wat is de precieze naam, en is het postadres hetzelfde?",
        "Zelfde adres, de naam staat in mijn mail van gisteren. Dank!",
      ],
    ],
    instalments: [
      [
        "{amount} in één keer is deze maand wat veel. Mag het in drie termijnen?",
        "Natuurlijk. Kies op de betaalpagina voor ‘termijnen’; per regeling komen er kleine kosten bij.",
        "Gelukt. Fijn dat het zo makkelijk kan.",
      ],
      [
        "Wij hebben drie kinderen op de club en alle facturen kwamen op dezelfde dag. Kan deze gespreid worden?",
        "Ja, tot vier maanden. U kunt de regeling zelf starten op de betaalpagina.",
      ],
    ],
    lateFee: [
      [
        "Waarom staat er een toeslag voor te late betaling op? Ik heb de eerste mail nooit gezien, misschien in de spam beland.",
        "Wij schreven u op {day} en twee weken later nog eens, op het adres dat wij van u hebben. Omdat het de eerste keer is, crediteren wij de toeslag eenmalig.",
        "Heel vriendelijk. Ik betaal de rest vandaag.",
      ],
      [
        "Ik lag drie weken in het ziekenhuis en kon niet op tijd betalen. Kan de toeslag vervallen?",
        "Wat vervelend om te horen. Het bestuur bekijkt het deze week, u hoort van ons.",
      ],
    ],
    newAccount: [
      [
        "Ik ben van bank veranderd. Waar kan ik mijn nieuwe rekening voor de incasso doorgeven?",
        "Op de betaalpagina, bij ‘uw gegevens’. De oude machtiging vervalt op hetzelfde moment.",
      ],
      [
        "Wilt u de contributie van mijn dochter voortaan van mijn rekening afschrijven en niet van de hare?",
        "Graag. Daarvoor hebben wij uw handtekening nodig op het formulier dat wij net stuurden.",
        "Vanmorgen ondertekend teruggestuurd.",
      ],
    ],
    overpaid: [
      [
        "Ik heb geloof ik twee keer betaald, met iDEAL en per overboeking. Kan er één terug?",
        "Klopt, excuses voor het ongemak. Het te veel betaalde staat binnen een week weer op uw rekening.",
      ],
    ],
    refund: [
      [
        "In uw bericht staat dat ik geld terugkrijg. Wanneer komt dat?",
        "Teruggaven gaan uit op de laatste vrijdag van de maand, naar de rekening waarvan u betaalde.",
      ],
    ],
    resigned: [
      [
        "Ik ben eind vorig seizoen gestopt en heb dat aan de secretaris gemeld. Waarom krijg ik toch een factuur?",
        "U hebt gelijk, uw opzegging stond nog niet in de ledenlijst. Wij annuleren de factuur.",
      ],
      [
        "Wij verhuizen naar Groningen en hebben opgezegd. Wilt u deze factuur annuleren?",
        "Dank voor de mooie jaren! Uw opzegging is binnen, wij annuleren de factuur.",
      ],
    ],
    wrongAmount: [
      [
        "Ik sta volgens mij in de verkeerde categorie: ik ben student en zou het studententarief moeten betalen.",
        "Kunt u een kopie van uw collegekaart sturen? Dan crediteren wij het verschil.",
        "Zojuist naar het secretariaat gemaild.",
      ],
      ["Waarom betaal ik voor een kluisje? De sleutel heb ik in het voorjaar ingeleverd.", "Dat klopt, wij crediteren het kluisje."],
    ],
  },
};
