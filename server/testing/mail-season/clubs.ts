import type { Locale } from "@/server/domain/formats/locales";
import type { CompanyTexts, TextsByLanguage } from "@/server/domain/rules/collection-settings";

// Companies of a season of mails in seven countries, and what happens to each of their invoices.

/** Something that happens to an invoice. Its days count from the transmission. */
export type Act =
  | { kind: "pay" | "fail" | "payAndReturn" | "return" | "retract" | "object" | "resume" | "question" | "stop" }
  /** A payment that the company records. Without `cents`: of the outstanding amount. `paidOn`: day of its value. */
  | { kind: "record"; cents?: number; paidOn?: number }
  | { kind: "credit" | "add" | "refund"; cents: number }
  /** `until`: last day of the pause. */
  | { kind: "pause"; until: number };

/** Acts by day after the transmission. */
export type Script = readonly (readonly [day: number, act: Act])[];

/** Length of a season in days. */
export const DAYS = 60;

/**
 * Scripts by name. The due day is day 14; reminders leave on days 18, 34 and 48, the note on day 30, and the last free day is day 33. With a fee,
 * the second reminder leaves some days later, once a transfer of the last free day can have been booked, and the third as many days later.
 */
const scripts = {
  silent: [],
  inTime: [[5, { kind: "pay" }]],
  inPart: [
    [8, { kind: "record", cents: 2_000 }],
    [20, { kind: "record", cents: 1_000 }],
  ],
  returned: [
    [6, { kind: "payAndReturn" }],
    [22, { kind: "return" }],
  ],
  returnedLate: [
    [6, { kind: "payAndReturn" }],
    [31, { kind: "return" }],
  ],
  failed: [[19, { kind: "fail" }]],
  tooMuch: [
    [12, { kind: "record", cents: 150_000 }],
    [15, { kind: "refund", cents: 500 }],
  ],
  paused: [[16, { kind: "pause", until: 29 }]],
  pausedBeyondFee: [[24, { kind: "pause", until: 40 }]],
  stopped: [[16, { kind: "stop" }]],
  retracted: [[22, { kind: "retract" }]],
  credited: [[12, { kind: "credit", cents: 1_500 }]],
  added: [[11, { kind: "add", cents: 1_250 }]],
  addedLate: [[26, { kind: "add", cents: 1_250 }]],
  objected: [
    [20, { kind: "object" }],
    [27, { kind: "resume" }],
  ],
  paidBeforeFee: [[25, { kind: "record" }]],
  paidAndRetracted: [
    [5, { kind: "pay" }],
    [20, { kind: "retract" }],
  ],
  paidAndCredited: [
    [5, { kind: "record" }],
    [12, { kind: "credit", cents: 1_500 }],
  ],
  asked: [[9, { kind: "question" }]],
  feeForgiven: [[38, { kind: "record", paidOn: 32 }]],
  feePaid: [[40, { kind: "record" }]],
  feeAndPart: [[37, { kind: "record", cents: 2_000 }]],
} as const satisfies Record<string, Script>;

export function scriptOf({ script }: Billed): Script {
  return scripts[script];
}

export interface Billed {
  script: keyof typeof scripts;
  locale: Locale;
  /** Amount in cents; below 0 for a credit note. */
  cents: number;
  /** Description of the invoice's line; absent: the club's description in the invoice's language. */
  line?: string;
  /** Invoices of a club with the same family are one household. */
  family?: string;
  organization?: string;
  /** Whether the small season contains the invoice. */
  isSmall?: true;
}

export interface Club {
  name: string;
  country: "AT" | "BE" | "CH" | "DE" | "GB" | "IE" | "NL";
  currency: "CHF" | "EUR" | "GBP";
  /** Country of the customers, if they live in another country than the club's. */
  livesIn?: string;
  /** The import's title; null: none, so that mails name the billed line. */
  title: string | null;
  /** Description of billed lines, by language of the customer. */
  lines: Partial<Record<Locale, string>>;
  enterpriseNumber?: string;
  /** Late-payment fee in the settings. */
  lateFeeCents: number;
  /** Part of that fee that a consumer must pay by law. */
  lawfulFeeCents: number;
  chargebackFeeCents: number;
  hasNote?: true;
  texts?: TextsByLanguage;
  /** Country of the bank account; absent: no transfers are offered. */
  bank?: "CH" | "DE" | "GB" | "NL";
  invoices: readonly Billed[];
}

/** Returns the next first of March, so that a season has a clock change and a French "1er". */
export function seasonStart(): Date {
  const now = new Date();
  const firstOfMarch = (year: number) => new Date(Date.UTC(year, 2, 1, 9));
  const thisYear = firstOfMarch(now.getUTCFullYear());
  return thisYear > now ? thisYear : firstOfMarch(now.getUTCFullYear() + 1);
}

const year = seasonStart().getUTCFullYear();

const own = (salutation: string, personalNote: string, consequence: string): CompanyTexts => ({ salutation, personalNote, consequence });

export const clubs: readonly Club[] = [
  {
    name: "Ruderverein Nordufer",
    country: "DE",
    currency: "EUR",
    title: `Beiträge ${year}`,
    bank: "DE",
    lines: { de: "Jahresbeitrag" },
    lateFeeCents: 250,
    lawfulFeeCents: 250,
    chargebackFeeCents: 300,
    hasNote: true,
    invoices: [
      { script: "silent", locale: "de", cents: 123_450, line: "Liegeplatz und Jahresbeitrag" },
      { script: "silent", locale: "de", cents: 4_500, line: "Jahresbeitrag Kinder", family: "Linde", isSmall: true },
      { script: "inPart", locale: "de", cents: 9_000, family: "Linde", isSmall: true },
      { script: "added", locale: "de", cents: 6_000, family: "Linde" },
      { script: "returnedLate", locale: "de", cents: 5_500, family: "Linde" },
      { script: "returned", locale: "de", cents: 8_000 },
      { script: "tooMuch", locale: "de", cents: 7_000 },
    ],
  },
  {
    name: "Turnverein Sonnwend",
    country: "AT",
    currency: "EUR",
    title: null,
    lines: { de: "Jahresbeitrag Turnen" },
    lateFeeCents: 1_000,
    lawfulFeeCents: 250,
    chargebackFeeCents: 0,
    invoices: [
      { script: "silent", locale: "de", cents: 123_450, line: "Trainingslager am Meer" },
      { script: "failed", locale: "de", cents: 5_000, line: "Kinderturnen Frühling" },
      { script: "credited", locale: "de", cents: 9_900 },
      { script: "silent", locale: "de", cents: 30_000, line: "Inserat im Vereinsheft", organization: "Kaffeehaus Amsel" },
    ],
  },
  {
    name: "Segelclub Seeblick",
    country: "CH",
    currency: "CHF",
    title: null,
    bank: "CH",
    lines: { de: "Mitgliederbeitrag", fr: "Cotisation annuelle", it: "Quota sociale" },
    lateFeeCents: 250,
    lawfulFeeCents: 250,
    chargebackFeeCents: 0,
    texts: {
      de: own("Liebes Mitglied", "Der Vorstand dankt für Ihre Treue.", "Danach ruft der Vorstand Sie an."),
      fr: own("Chère membre, cher membre,", "Le comité vous remercie de votre fidélité.", "Ensuite, le comité vous appellera."),
      it: own("Gentile socia, gentile socio,", "Il comitato la ringrazia.", "In seguito il comitato le telefonerà."),
    },
    invoices: [
      { script: "silent", locale: "de", cents: 123_450, line: "Liegeplatz am Steg", isSmall: true },
      { script: "paused", locale: "de", cents: 6_600 },
      { script: "returned", locale: "fr", cents: 123_450, line: "Place d’amarrage", isSmall: true },
      { script: "retracted", locale: "fr", cents: 7_700 },
      { script: "silent", locale: "it", cents: 5_550 },
      { script: "objected", locale: "it", cents: 8_800 },
    ],
  },
  {
    name: "Northbank Rowing",
    country: "GB",
    currency: "GBP",
    title: `Membership ${year}`,
    bank: "GB",
    lines: { en: "Annual membership" },
    lateFeeCents: 0,
    lawfulFeeCents: 0,
    chargebackFeeCents: 250,
    invoices: [
      { script: "inPart", locale: "en", cents: 123_450, line: "Annual membership and boat rack", isSmall: true },
      { script: "silent", locale: "en", cents: -2_500, line: "Family discount on the annual membership" },
      { script: "objected", locale: "en", cents: 5_000 },
      { script: "paidAndCredited", locale: "en", cents: 9_000 },
    ],
  },
  {
    name: "Westquay Athletics",
    country: "IE",
    currency: "EUR",
    title: null,
    lines: { en: "Athletics membership" },
    lateFeeCents: 200,
    lawfulFeeCents: 200,
    chargebackFeeCents: 0,
    hasNote: true,
    invoices: [
      { script: "feePaid", locale: "en", cents: 8_000 },
      { script: "feeForgiven", locale: "en", cents: 6_000 },
      { script: "silent", locale: "en", cents: 4_000, line: "Junior athletics membership", family: "Byrne" },
      { script: "feePaid", locale: "en", cents: 4_500, family: "Byrne" },
    ],
  },
  {
    name: "Circolo Canottieri",
    country: "CH",
    currency: "CHF",
    title: `Quota ${year}`,
    livesIn: "IT",
    lines: { it: "Quota annuale" },
    lateFeeCents: 150,
    lawfulFeeCents: 150,
    chargebackFeeCents: 200,
    invoices: [
      { script: "silent", locale: "it", cents: 123_450, line: "Quota annuale e posto barca" },
      { script: "asked", locale: "it", cents: 5_000 },
      { script: "returned", locale: "it", cents: 6_500, isSmall: true },
      { script: "paidAndRetracted", locale: "it", cents: 7_500 },
    ],
  },
  {
    name: "Roeivereniging Zuid",
    country: "NL",
    currency: "EUR",
    title: `Contributie ${year}`,
    bank: "NL",
    lines: { nl: "Contributie roeien" },
    lateFeeCents: 4_000,
    lawfulFeeCents: 4_000,
    chargebackFeeCents: 0,
    hasNote: true,
    invoices: [
      { script: "feeForgiven", locale: "nl", cents: 12_500, isSmall: true },
      { script: "paidBeforeFee", locale: "nl", cents: 9_500, family: "Visser" },
      { script: "silent", locale: "nl", cents: 8_500, family: "Visser" },
      { script: "stopped", locale: "nl", cents: 7_500, family: "Visser" },
      { script: "pausedBeyondFee", locale: "nl", cents: 11_000 },
      { script: "silent", locale: "nl", cents: 20_000, line: "Bedrijfslidmaatschap", organization: "Studio Merel" },
    ],
  },
  {
    name: "Zeilclub De Schelde",
    country: "BE",
    currency: "EUR",
    title: null,
    enterpriseNumber: "0123.456.749",
    bank: "NL",
    lines: { nl: "Lidgeld zeilclub", fr: "Cotisation du club de voile" },
    lateFeeCents: 2_000,
    lawfulFeeCents: 2_000,
    chargebackFeeCents: 0,
    invoices: [
      { script: "silent", locale: "nl", cents: 123_450, line: "Lidgeld en ligplaats", isSmall: true },
      { script: "addedLate", locale: "fr", cents: 9_000 },
      { script: "feeAndPart", locale: "nl", cents: 10_000 },
      { script: "returned", locale: "fr", cents: 123_450, line: "Cotisation et place au ponton" },
    ],
  },
  {
    name: "Cercle de la Meuse",
    country: "BE",
    currency: "EUR",
    title: null,
    lines: { fr: "Cotisation annuelle", nl: "Jaarlijks lidgeld" },
    lateFeeCents: 2_000,
    lawfulFeeCents: 0,
    chargebackFeeCents: 0,
    invoices: [
      { script: "silent", locale: "fr", cents: 6_000, isSmall: true },
      { script: "inTime", locale: "nl", cents: 9_000 },
    ],
  },
  {
    name: "Voile Club des Embruns",
    country: "BE",
    currency: "EUR",
    title: `Cotisations ${year}`,
    livesIn: "FR",
    bank: "NL",
    lines: { fr: "Adhésion annuelle" },
    lateFeeCents: 250,
    lawfulFeeCents: 250,
    chargebackFeeCents: 0,
    hasNote: true,
    invoices: [
      { script: "silent", locale: "fr", cents: 12_000, isSmall: true },
      { script: "returnedLate", locale: "fr", cents: 8_500, family: "Morel" },
      { script: "feeAndPart", locale: "fr", cents: 9_500, family: "Morel" },
      { script: "objected", locale: "fr", cents: 123_450, line: "Adhésion et place au port" },
    ],
  },
];
