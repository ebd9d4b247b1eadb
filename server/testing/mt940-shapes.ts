/** Forms of the field `:61:` after its amount. `{n}` stands for the entry's number. */
const references = [
  "NTRFNONREF",
  "NTRFNONREF//B{n}",
  "NTRFE-2026-{n}//26110900{n}",
  "NMSC",
  "S051",
  "N051NONREF//POS {n}",
  "NTRFKREF+//072471{n}",
  "NCHK73401{n}",
  "FMSC01916//NONREF\n202611090000000000000000{n}",
  "N541EREF//00000000{n}\nNL09INGB0009100010",
  "NTRFNONREF//14237653{n}\n/TRCD/00100/",
  "NTRFINV {n}//B{n}\n/OCMT/USD12,50//CHGS/EUR0,50/",
];

/** Forms of the field `:86:`. `isImproved`: name, account, text or identifier are read better than by the reader's first version. */
const narratives: { text: string; isImproved?: boolean }[] = [
  { text: "166?00GUTSCHRIFT?109310?20EREF+E-{n}?21SVWZ+RF478800133?30COBADEFFXXX?31DE90370400440910002000?32ANNA BEISPIEL?34000" },
  {
    text: "166?00GUTSCHRIFT?20SVWZ+Beitrag 2026 Jugend?21Abteilung Turnen {n}?31DE90370400440910002000?32ERIKA?33BEISPIEL",
    isImproved: true,
  },
  { text: "177?00UEBERWEISUNG?20EREF+NOTPROVIDED?21SVWZ+Miete {n}?31DE90370400440910002000?32HAUS GMBH" },
  { text: "109?00RUECKLASTSCHRIFT?20EREF+E-{n}?21SVWZ+Rueckgabe?22RTRN+AC04?31DE90370400440910002000?32ANNA BEISPIEL" },
  { text: "166?00GUTSCHRIFT?20Mitgliedsbeitrag?21EREF+E-{n}?31DE90370400440910002000?32ANNA BEISPIEL", isImproved: true },
  { text: "020~00B062~20Skladka 2026~3010205561~310000345~32JAN KOWALSKI~38PL61109010140000071219812874", isImproved: true },
  { text: "/TRTP/SEPA OVERBOEKING/IBAN/NL09INGB0009100010/BIC/INGBNL2A/NAME/T van der Molen/REMI/RF758800017/EREF/E-{n}" },
  { text: "/EREF/E-{n}//CNTP/NL09INGB0009100010/INGBNL2A/T van der Molen///REMI/USTD//lidgeld {n}/" },
  { text: "/CNTP/NL09INGB0009100010/INGBNL2A/T van der Molen///REMI/STRD/CUR/RF758800017/" },
  { text: "/RTRN/AC01/IBAN/NL09INGB0009100010/NAME/B Smit/REMI/terug {n}" },
  { text: "/PREF/BATCH-{n}/BENEFICIARY REF RF398800083", isImproved: true },
  { text: "/REMI//REMI/contributie {n}", isImproved: true },
  { text: "VIREMENT DE MME DUPONT COTISATION {n}" },
  { text: "REK: NL09INGB0009100010/NAAM: B Smit", isImproved: true },
  { text: "NL09INGB0009100010 b smit\ncontributie {n}", isImproved: true },
  { text: "SEPA OVERBOEKING                 IBAN: NL09INGB0009100010\nNAAM: B SMIT\nKENMERK: {n}", isImproved: true },
  { text: "Faktur {n}\n:86:Anna Jensen", isImproved: true },
  { text: "" },
];

const accounts = ["NL11RABO0310000217", "NL11RABO0310000217 EUR", "ABNANL2A/NL79ABNA0310002214", "50400000/0031000225", "0310002214"];
const signs = ["C", "D", "CR", "DR", "RC", "RD", "RDR"];
const days = ["2611091109", "261109", "2612310102", "2602280228"];

/**
 * Returns MT940 files in shapes that the first version of the reader accepted, always the same. `improved`: numbers, from 0, of the entries
 * that are read better today.
 */
export function keptMt940Files(): { name: string; text: string; improved: Set<number> }[] {
  return Array.from({ length: 60 }, (_, file) => {
    const numbers = Array.from({ length: 6 }, (_, index) => file * 6 + index);
    let cents = 100_000;
    const improved = new Set<number>();
    const lines = numbers.flatMap((number, index) => {
      const at = <Value>(list: readonly Value[], by: number) => list[(number * by + file) % list.length] as Value;
      const { text, isImproved = false } = at(narratives, 1);
      const [reference, sign, day] = [at(references, 5), at(signs, 3), at(days, 1)];
      const amount = 1_000 + ((number * 7_919) % 90_000);
      cents += /^(?:C|RD)/.test(sign) ? amount : -amount;
      if (isImproved || /FMSC|EREF|CHK|KREF/.test(reference)) improved.add(index);
      const said = `:61:${day}${sign}${written(amount)}${reference}\n${text === "" && number % 2 === 0 ? "" : `:86:${text}\n`}`;
      return said.replaceAll("{n}", String(1_000 + number));
    });
    const account = accounts[file % accounts.length];
    const balance = (amount: number) => `${amount < 0 ? "D" : "C"}261109EUR${written(Math.abs(amount))}`;
    const body = `:20:STARTUMS\n:25:${account}\n:28C:${file}/1\n:60F:${balance(100_000)}\n${lines.join("")}:62F:${balance(cents)}\n`;
    const wrapped = [
      `${body}-\n`,
      `{1:F01TESTNL2AXXXX0000000000}{2:I940TESTNL2AXXXN}{4:\n${body}:64:${balance(cents)}\n-}\n`,
      `TESTNL2A\n940\nTESTNL2A\n${body}-\n`,
      body,
    ][file % 4] as string;
    return { name: `file ${file}`, text: file % 3 === 0 ? wrapped : wrapped.replaceAll("\n", "\r\n"), improved };
  });
}

function written(cents: number): string {
  return (cents / 100).toFixed(2).replace(".", ",");
}
