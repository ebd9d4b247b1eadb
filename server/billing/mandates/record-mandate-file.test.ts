import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { givenPartner } from "@/server/testing/given";
import { givenCreditor } from "@/server/testing/given-mandate";
import { listMandates } from "./list-mandates";
import { recordMandateFile } from "./record-mandate-file";

async function ready() {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  return {
    send: (contents: string | Uint8Array) =>
      recordMandateFile(db, partner.actor, company.id, typeof contents === "string" ? Buffer.from(contents) : contents),
    list: async () => (await listMandates(db, partner.actor, company.id, { pageNumber: 1, pageSize: 100 })).entries,
  };
}

const IBAN = "DE02 1203 0000 0000 2020 51";

test("a file as a German club keeps it is recorded, and each refused row names line, mandate, cell, value and reason", async () => {
  const { send, list } = await ready();
  const file = [
    "Mitglied;Mandatsreferenz;Kontoinhaber;IBAN;Unterschrieben am;E-Mail;Letzter Einzug",
    `1;NB-1;"Brandsma; Ada";${IBAN};1.6.2026;ada@members.example;`,
    `2;;Bo Vries;${IBAN};;bo@members.example;`,
    ";;;;;;",
    `3;NB-3;Chris Öz;${IBAN};31.02.2026;chris@members.example;`,
    `4;NB-4;Dee;DE02120300000000202052;02.06.26;dee@members;`,
    `5;NB-5;Ada Brandsma;${IBAN};01.07.2026;ADA@members.example;`,
    `6;NB-6;Eva Zwart;${IBAN};31.03.1998;eva@members.example;15.11.2025`,
  ].join("\r\n");
  expect(await send(Buffer.from(file, "latin1"))).toEqual({
    recorded: 2,
    known: 0,
    extended: 0,
    ignored: [],
    refused: [
      {
        line: 3,
        reference: "",
        holder: "Bo Vries",
        faults: [
          { field: "reference", column: "Mandatsreferenz", letter: "B", value: "", code: "invalid_mandate_reference" },
          { field: "signedOn", column: "Unterschrieben am", letter: "E", value: "", code: "invalid_signed_on" },
        ],
        existingReference: null,
        differing: [],
      },
      {
        line: 5,
        reference: "NB-3",
        holder: "Chris Öz",
        faults: [{ field: "signedOn", column: "Unterschrieben am", letter: "E", value: "31.02.2026", code: "invalid_signed_on" }],
        existingReference: null,
        differing: [],
      },
      {
        line: 6,
        reference: "NB-4",
        holder: "Dee",
        faults: [
          { field: "customerEmail", column: "E-Mail", letter: "F", value: "dee@members", code: "invalid_customer_email" },
          { field: "iban", column: "IBAN", letter: "D", value: "DE02120300000000202052", code: "invalid_iban" },
        ],
        existingReference: null,
        differing: [],
      },
      {
        line: 7,
        reference: "NB-5",
        holder: "Ada Brandsma",
        faults: [{ field: "customerEmail", column: "E-Mail", letter: "F", value: "ADA@members.example", code: "mandate_exists" }],
        existingReference: "NB-1",
        differing: [],
      },
    ],
  });
  expect(await list()).toMatchObject([
    { reference: "NB-1", holder: "Brandsma; Ada", signedOn: "2026-06-01", lastCollectedOn: null },
    { reference: "NB-6", signedOn: "1998-03-31", lastCollectedOn: "2025-11-15" },
  ]);
  expect(await send(Buffer.from(file, "latin1"))).toMatchObject({ recorded: 0, known: 2, extended: 0 });
  const later = file.replace("ada@members.example;", "ada@members.example;01.07.2026").replace("15.11.2025", "01.11.2025");
  expect(await send(Buffer.from(later, "latin1"))).toMatchObject({
    ...{ recorded: 0, known: 1, extended: 1 },
    ignored: [{ line: 8, reference: "NB-6", holder: "Eva Zwart", fields: ["lastCollectedOn"] }],
  });
  expect(await list()).toMatchObject([{ lastCollectedOn: "2026-07-01" }, { lastCollectedOn: "2025-11-15" }]);
});

test.each([
  ["the interface's names", "mandate_reference,holder,iban,signed_on,customer_email"],
  ["English", "\ufeffReference\tAccount holder\tIBAN\tDate of signature\tE-mail address"],
  ["French", "RUM;Titulaire du compte;IBAN;Date de signature;Adresse e-mail"],
  ["Italian", "Riferimento del mandato;Intestatario;IBAN;Data di firma;Indirizzo e-mail"],
  ["Dutch", "Kenmerk machtiging;Rekeninghouder;IBAN;Datum ondertekening;E-mailadres"],
])("columns are found by %s", async (_, head) => {
  const { send } = await ready();
  const separator = /[;,\t]/.exec(head)?.[0] ?? "";
  const row = ["NB-1", "Ada Brandsma", IBAN, "2026-06-01", "ada@members.example"].join(separator);
  expect(await send(`${head}\n${row}\n`)).toEqual({ recorded: 1, known: 0, extended: 0, ignored: [], refused: [] });
});

test("2,500 rows are recorded together", async () => {
  const { send } = await ready();
  const rows = Array.from({ length: 2_500 }, (_, nth) => `NB-${nth};Ada;${IBAN};1.6.2026;payer${nth}@members.example`);
  expect(await send(["reference;holder;iban;signed on;email", ...rows].join("\n"))).toMatchObject({ recorded: 2_500, refused: [] });
});

describe("a whole file is refused, and nothing is recorded", () => {
  test.each<[string, string, object]>([
    ["that is empty", "", { code: "mandate_file_not_readable" }],
    [
      "without a column for the date and the payer",
      "Mandatsreferenz;Kontoinhaber;IBAN\n",
      { code: "mandate_columns_missing", field: "signedOn,customerEmail" },
    ],
    ["with a quote that never ends", 'reference;holder;iban;signed on;email\n"NB-1;', { code: "mandate_file_not_readable", field: "2" }],
    [
      "of more than 10,000 rows",
      `reference;holder;iban;signed on;email\n${"x;x;x;x;x\n".repeat(10_001)}`,
      { code: "mandate_file_too_long" },
    ],
  ])("%s", async (_, contents, refusal) => {
    const { send, list } = await ready();
    await expect(send(contents)).rejects.toMatchObject(refusal);
    expect(await list()).toEqual([]);
  });
});
