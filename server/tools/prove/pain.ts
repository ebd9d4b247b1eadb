import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { type DebitFileContents, writeDebits } from "@/server/bank/debit-files/pain-008";
import { type PainFile, writePain } from "@/server/bank/refund-files/pain";
import { print, say } from "@/server/tools/bench/report";

// Checks with xmllint that files of payments and of direct debits are valid by the ISO 20022 schemas, which are in Debian's
// libhbci4j-core-java. `npm run prove -- pain <files of each kind>`.

const COUNT = Number(process.argv[3] ?? 1_000);
const SEED = 20_261_126;
const ARCHIVE = "/usr/share/java/hbci4j-core.jar";
/** Number of files per call of xmllint. */
const AT_ONCE = 100;

const run = promisify(execFile);
const accounts = ["NL91ABNA0417164300", "DE02120300000000202051", "CH9300762011623852957", "GB29NWBK60161331926819"];
/** A British sort code and account number, which a payee may have instead of an IBAN. */
const BRITISH = "60161331926819";
const name = fc.string({ unit: "binary", maxLength: 200 });
const payment = fc.record({
  endToEndId: fc.stringMatching(/^[0-9a-f]{35}$/),
  name,
  iban: fc.constantFrom(...accounts, BRITISH),
  amountCents: fc.integer({ min: 1, max: 99_999_999_999 }),
  text: fc.string({ unit: "grapheme", maxLength: 400 }),
});
const messageId = fc.stringMatching(/^[0-9a-f]{35}$/);
const createdAt = fc.date({ min: new Date("2026-01-01"), max: new Date("2035-12-31"), noInvalidDate: true });
const day = fc.constantFrom("2026-11-26", "2027-02-28", "2028-02-29");
const bic = fc.constantFrom(null, "ABNANL2A", "ABNANL2AXXX");
const countryCode = fc.constantFrom("NL", "DE", "CH");

const paymentFile: fc.Arbitrary<PainFile> = fc.record({
  ...{ messageId, createdAt, executeOn: day },
  currency: fc.constantFrom("EUR", "CHF", "GBP"),
  debtor: fc.record({ name, iban: fc.constantFrom(...accounts), bic, city: fc.option(name), country: countryCode }),
  payments: fc.array(payment, { minLength: 1, maxLength: 20 }),
});

const address = fc.option(fc.record({ street: name, houseNumber: name, zipcode: name, city: name, countryCode }));
const debit = fc.record({
  ...{ endToEndId: messageId, amountCents: fc.integer({ min: 1, max: 99_999_999_999 }), collectOn: day, signedOn: day },
  scheme: fc.constantFrom("CORE" as const, "B2B" as const),
  sequenceType: fc.constantFrom("FRST" as const, "RCUR" as const, "OOFF" as const, "FNAL" as const),
  mandateReference: fc.stringMatching(/^[A-Za-z0-9+?:().,' -]{1,35}$/),
  ...{
    holder: name,
    iban: fc.constantFrom(...accounts),
    originalIban: fc.constantFrom(null, ...accounts),
    originalCreditor: fc.record({ identifier: fc.constantFrom(null, "NL79ZZZ999999990000"), name: fc.option(name) }),
    bic,
    address,
    text: fc.string({ unit: "grapheme", maxLength: 400 }),
  },
});
const debitFile: fc.Arbitrary<DebitFileContents> = fc.record({
  ...{ messageId, createdAt, isBatchBooked: fc.boolean() },
  creditor: fc.record({ name, iban: fc.constantFrom(...accounts), bic, identifier: fc.constant("DE98ZZZ09999999999"), address }),
  debits: fc.array(debit, { minLength: 1, maxLength: 20 }),
});

/** Breaks a file as a faulty program might. */
type Mistake = (whole: string) => string;

interface Kind {
  schema: string;
  /** Element of one payment or debit. */
  item: string;
  /** Parts of files whose number is printed, by what they are called. */
  count?: Record<string, string>;
  write: () => string[];
  /** The schema must refuse all of them; otherwise it was not applied. */
  mistakes: Record<string, Mistake>;
}

const kinds: Kind[] = [
  {
    schema: "pain.001.001.09.xsd",
    item: "CdtTrfTxInf",
    write: () => fc.sample(paymentFile, { numRuns: COUNT, seed: SEED }).map(writePain),
    mistakes: {
      "an element in another place": (whole) => whole.replace(/(<BtchBookg>false<\/BtchBookg>)\n(<NbOfTxs>\d+<\/NbOfTxs>)/, "$2\n$1"),
      "an amount with eight decimals": (whole) => whole.replace(/(<InstdAmt[^>]*>\d+\.\d\d)/, "$1000001"),
      "a name of 141 characters": (whole) => whole.replace(/<Cdtr><Nm>[^<]*/, `<Cdtr><Nm>${"n".repeat(141)}`),
      "an account that is no IBAN": (whole) => whole.replace(/<IBAN>\w\w/, "<IBAN>n1"),
      "no execution day": (whole) => whole.replace(/<ReqdExctnDt>.*<\/ReqdExctnDt>/, ""),
    },
  },
  {
    schema: "pain.008.001.08.xsd",
    item: "DrctDbtTxInf",
    count: {
      "amended mandates": "<AmdmntInd>true",
      "with a former creditor": "<OrgnlCdtrSchmeId>",
      "with a former account": "<OrgnlDbtrAcct>",
      addresses: "<PstlAdr>",
      BICs: "<BICFI>",
      "batches FRST": "<SeqTp>FRST",
      "batches OOFF": "<SeqTp>OOFF",
    },
    write: () => fc.sample(debitFile, { numRuns: COUNT, seed: SEED }).map(writeDebits),
    mistakes: {
      "the address before the name": (whole) => whole.replace(/<Dbtr>(<Nm>[^<]*<\/Nm>)/, "<Dbtr><PstlAdr><Ctry>CH</Ctry></PstlAdr>$1"),
      "an amount with eight decimals": (whole) => whole.replace(/(<InstdAmt[^>]*>\d+\.\d\d)/, "$1000001"),
      "an unknown sequence type": (whole) => whole.replace(/<SeqTp>\w+/, "<SeqTp>ALL"),
      "a mandate's reference of 36 characters": (whole) => whole.replace(/<MndtId>[^<]*/, `<MndtId>${"m".repeat(36)}`),
      "a debtor's bank that is not named": (whole) => whole.replace(/<DbtrAgt>.*?<\/DbtrAgt>/, ""),
      "the former account before the former creditor": (whole) =>
        whole.replace(/(<OrgnlCdtrSchmeId>.*?<\/OrgnlCdtrSchmeId>)(<OrgnlDbtrAcct>.*?<\/OrgnlDbtrAcct>)/, "$2$1"),
      "an amendment before the mandate's reference": (whole) => whole.replace("<MndtId>", "<AmdmntInd>true</AmdmntInd><MndtId>"),
      "no day of collection": (whole) => whole.replace(/<ReqdColltnDt>.*<\/ReqdColltnDt>/, ""),
    },
  },
];

const folder = mkdtempSync(join(tmpdir(), "ics-pain-"));
try {
  for (const kind of kinds) await prove(kind);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function prove({ schema, item, count, write, mistakes }: Kind): Promise<void> {
  const [contents] = Object.values(unzipSync(readFileSync(ARCHIVE), { filter: (entry) => entry.name === schema }));
  if (!contents) throw new Error(`${ARCHIVE} has no ${schema}`);
  writeFileSync(join(folder, schema), contents);
  const files = write();
  const refused = await refusedOf(schema, files);
  const unseen: string[] = [];
  for (const [mistake, make] of Object.entries(mistakes)) {
    // The first file that the mistake changes.
    const broken = files.map(make).find((each, place) => each !== files[place]);
    if (broken === undefined || (await refusedOf(schema, [broken])).length === 0) unseen.push(mistake);
  }
  const items = sumOf(files, `<${item}>`);
  const counted = Object.entries(count ?? {}).map(([what, part]) => `${sumOf(files, part)} ${what}`);
  print(
    [
      `${files.length} files, ${items} payments, seed ${SEED}: ${refused.length} refused by ${schema}`,
      ...(counted.length > 0 ? [`among them ${counted.join(", ")}`] : []),
      `${Object.keys(mistakes).length} mistakes made on purpose: ${unseen.length} not refused`,
      ...refused.slice(0, 10),
      ...unseen,
    ].join("\n"),
  );
  if (refused.length > 0 || unseen.length > 0) process.exitCode = 1;
}

/** Returns how often a part stands in the files. */
function sumOf(files: readonly string[], part: string): number {
  return files.reduce((sum, file) => sum + file.split(part).length - 1, 0);
}

/** Returns the schema's objections to the files: several for one file, none for a valid one. */
async function refusedOf(schema: string, files: string[]): Promise<string[]> {
  const refused: string[] = [];
  for (let start = 0; start < files.length; start += AT_ONCE) {
    say(`${start} of ${files.length}`);
    const place = join(folder, String(start));
    mkdirSync(place, { recursive: true });
    const paths = files.slice(start, start + AT_ONCE).map((contents, index) => {
      const path = join(place, `${index}.xml`);
      writeFileSync(path, contents);
      return path;
    });
    await run("xmllint", ["--noout", "--nonet", "--schema", join(folder, schema), ...paths]).catch(({ code, stderr }) => {
      if (typeof code !== "number") throw new Error("xmllint is missing: it comes with Debian's libxml2-utils");
      refused.push(
        ...String(stderr)
          .split("\n")
          .filter((line) => /error|fails to validate/.test(line)),
      );
    });
  }
  return refused;
}
