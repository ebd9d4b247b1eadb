import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { addDays } from "@/server/domain/formats/calendar";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, type MadeEntry } from "@/server/testing/statement-files";

// Files that once blocked the service, with invented contents. Each round has files of its own, because a file that is stored already costs
// nothing.

/** A file to send, and optionally one to store before. */
export interface FloodFile {
  path: string;
  before?: string;
}

type Make = (iban: string, round: number) => { file: Buffer; before?: Buffer };

export const floodFiles: Record<string, Make> = {
  "zip, 10 MB inside: announced entries": (iban, round) => ({ file: zipped(announced(iban, round, 10)) }),
  "zip, 20 MB inside": (iban, round) => ({ file: zipped(announced(iban, round, 20)) }),
  "zip, 30 MB inside": (iban, round) => ({ file: zipped(announced(iban, round, 30)) }),
  "zip, 100 MB inside": (iban, round) => ({ file: zipped(announced(iban, round, 100)) }),
  "camt.053 of 20,000 entries": (iban, round) => ({
    file: Buffer.from(camtFile([{ iban, id: `C${round}`, entries: different(20_000, round) }])),
  }),
  "camt.053 of 60,000 entries": (iban, round) => ({
    file: Buffer.from(camtFile([{ iban, id: `C${round}`, entries: different(60_000, round) }])),
  }),
  "MT940 of 60,000 entries": (iban, round) => ({
    file: Buffer.from(mt940File({ iban, id: `M${round}`, entries: different(60_000, round) })),
  }),
  "MT940 of 10,000 equal entries, after the same as camt.053": (iban, round) => ({
    file: Buffer.from(mt940File({ iban, id: `M${round}`, entries: equal(10_000, round) })),
    before: Buffer.from(camtFile([{ iban, id: `E${round}`, entries: equal(10_000, round) }])),
  }),
  "zip: 500,000 payments in one entry": (iban, round) => ({ file: zipped(manyPayments(iban, round, 500_000)) }),
};

/** Writes the files of one round into the folder. */
export function writeFloodFile(folder: string, name: string, iban: string, round: number): FloodFile & { bytes: number } {
  const { file, before } = floodFiles[name]?.(iban, round) ?? { file: Buffer.alloc(0) };
  const path = join(folder, `flood-${round}`);
  writeFileSync(path, file);
  if (!before) return { path, bytes: file.length };
  writeFileSync(`${path}-before`, before);
  return { path, before: `${path}-before`, bytes: file.length };
}

const dayOf = (round: number) => addDays("2026-10-01", round);

function different(count: number, round: number): MadeEntry[] {
  const on = dayOf(round);
  return Array.from({ length: count }, (_, index) => ({
    cents: 1_000 + (index % 5_000),
    on,
    bankReference: `B${round}-${index}`,
    text: `Membership ${index}`,
  }));
}

function equal(count: number, round: number): MadeEntry[] {
  return Array.from({ length: count }, () => ({ cents: 4_500, on: dayOf(round), bankReference: "", text: "Membership" }));
}

/** Returns text of announced entries with this size. One entry in fifty has a number of its own, because entries of real files differ. */
function announced(iban: string, round: number, megabytes: number): string {
  const on = dayOf(round);
  const entry = (reference: string) => `<Ntry><Amt Ccy="EUR">45.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts>
<BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef><AddtlNtryInf>Announced membership of the season</AddtlNtryInf></Ntry>\n`;
  const [plain, size] = [entry("B"), megabytes * 1_000_000];
  const texts: string[] = [];
  for (let length = 0, nth = 0; length < size; nth += 1)
    length += texts[texts.push(nth % 50 === 0 ? entry(`B${nth}`) : plain) - 1]?.length ?? 0;
  return notification(iban, round, texts.join(""));
}

function manyPayments(iban: string, round: number, count: number): string {
  const on = dayOf(round);
  const payments = Array.from(
    { length: count },
    (_, index) => `<TxDtls><Refs><EndToEndId>${index % 50 === 0 ? index : ""}</EndToEndId></Refs></TxDtls>`,
  );
  return notification(
    iban,
    round,
    `<Ntry><Amt Ccy="EUR">5000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt>
<NtryDtls>${payments.join("")}</NtryDtls></Ntry>`,
  );
}

function notification(iban: string, round: number, entries: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Id>N${round}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${entries}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;
}

function zipped(text: string): Buffer {
  return Buffer.from(zipSync({ "statement.xml": Buffer.from(text) }, { level: 9 }));
}
