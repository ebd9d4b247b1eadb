import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { writePain } from "@/server/bank/refund-files/pain";
import { print, say } from "@/server/tools/bench/report";

// Checks with xmllint that payment files are valid by the ISO 20022 schema, which is in Debian's libhbci4j-core-java.

const COUNT = Number(process.argv[3] ?? 1_000);
const SEED = 20_261_126;
const SCHEMA = "pain.001.001.09.xsd";
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
const file = fc.record({
  messageId: fc.stringMatching(/^[0-9a-f]{35}$/),
  createdAt: fc.date({ min: new Date("2026-01-01"), max: new Date("2035-12-31"), noInvalidDate: true }),
  executeOn: fc.constantFrom("2026-11-26", "2027-02-28", "2028-02-29"),
  currency: fc.constantFrom("EUR", "CHF", "GBP"),
  debtor: fc.record({
    name,
    iban: fc.constantFrom(...accounts),
    bic: fc.constantFrom(null, "ABNANL2A", "ABNANL2AXXX"),
    city: fc.option(name),
    country: fc.constantFrom("NL", "DE", "CH"),
  }),
  payments: fc.array(payment, { minLength: 1, maxLength: 20 }),
});

/** Each breaks a file as a faulty program might. The schema must refuse all of them; otherwise it was not applied. */
const mistakes: Record<string, (whole: string) => string> = {
  "an element in another place": (whole) => whole.replace(/(<BtchBookg>false<\/BtchBookg>)\n(<NbOfTxs>\d+<\/NbOfTxs>)/, "$2\n$1"),
  "an amount with eight decimals": (whole) => whole.replace(/(<InstdAmt[^>]*>\d+\.\d\d)/, "$1000001"),
  "a name of 141 characters": (whole) => whole.replace(/<Cdtr><Nm>[^<]*/, `<Cdtr><Nm>${"n".repeat(141)}`),
  "an account that is no IBAN": (whole) => whole.replace(/<IBAN>\w\w/, "<IBAN>n1"),
  "no execution day": (whole) => whole.replace(/<ReqdExctnDt>.*<\/ReqdExctnDt>/, ""),
};

const folder = mkdtempSync(join(tmpdir(), "ics-pain-"));
try {
  const [schema] = Object.values(unzipSync(readFileSync(ARCHIVE), { filter: (entry) => entry.name === SCHEMA }));
  if (!schema) throw new Error(`${ARCHIVE} has no ${SCHEMA}`);
  writeFileSync(join(folder, SCHEMA), schema);
  const files = fc.sample(file, { numRuns: COUNT, seed: SEED }).map(writePain);
  const refused = await refusedOf(files);
  const [first = ""] = files;
  const unseen: string[] = [];
  for (const [mistake, make] of Object.entries(mistakes)) if ((await refusedOf([make(first)])).length === 0) unseen.push(mistake);
  print(
    [
      `${files.length} files, ${files.join("").match(/<CdtTrfTxInf>/g)?.length} payments, seed ${SEED}: ${refused.length} refused by ${SCHEMA}`,
      `${Object.keys(mistakes).length} mistakes made on purpose: ${unseen.length} not refused`,
      ...refused.slice(0, 10),
      ...unseen,
    ].join("\n"),
  );
  if (refused.length > 0 || unseen.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the schema's objections to the files: several for one file, none for a valid one. */
async function refusedOf(files: string[]): Promise<string[]> {
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
    await run("xmllint", ["--noout", "--nonet", "--schema", join(folder, SCHEMA), ...paths]).catch(({ code, stderr }) => {
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
