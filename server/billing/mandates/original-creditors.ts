import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { creditorOf } from "@/server/domain/banking/creditor-identifier";
import { isGermanAccount, spellUmlauts } from "@/server/domain/banking/german-letters";
import { nameElement } from "@/server/domain/banking/pain-elements";

/** The creditor as a file names it. */
export interface NamedCreditor {
  bankAccountId: string;
  holder: string;
  iban: string;
  creditorIdentifier: string;
}

/** Former details of the creditor of a mandate. Null: as at present. */
export interface OriginalCreditor {
  identifier: string | null;
  name: string | null;
}

/**
 * Returns the creditor identifiers and names by which banks know mandates, by the mandate's id, where they differ from those of the file:
 * `OrgnlCdtrSchmeId` of the amendment that the file tells. The bank knows those of the newest file with a debit by the mandate that it did
 * not reject; before the first, those that the payer agreed to on the page; of a mandate from paper, those of the account on the day on which
 * the mandate was recorded, otherwise those of another account of the company then. Business codes of identifiers are not compared.
 */
export async function originalCreditors(
  db: Database,
  { partnerId }: { partnerId: string },
  mandateIds: readonly string[],
  present: NamedCreditor,
): Promise<Map<string, OriginalCreditor>> {
  if (mandateIds.length === 0) return new Map();
  const rows = await db.execute<{ id: string; identifier: string | null; name: string | null }>(sql`
    select m.id, known.identifier, known.name from mandates m cross join lateral (
      (select 1 as place, f.creditor_identifier as identifier, f.holder as name
        from debits d join debit_files f on f.partner_id = d.partner_id and f.id = d.file_id
        where d.partner_id = m.partner_id and d.mandate_id = m.id and d.status in ('at_bank', 'booked', 'returned')
        order by d.file_id desc limit 1)
      union all
      (select 2, c.creditor_identifier, c.creditor_name from mandate_consents c
        where c.partner_id = m.partner_id and c.mandate_id = m.id order by c.given_at desc, c.id desc limit 1)
      union all
      (select 3, a.creditor_identifier, a.holder from bank_account_details a
        join bank_accounts b on b.partner_id = a.partner_id and b.id = a.bank_account_id and b.company_id = m.company_id
        where a.partner_id = m.partner_id and a.withdrawn_at is null and a.creditor_identifier is not null and a.in_force_at <= m.created_at
        order by a.bank_account_id = ${present.bankAccountId} desc, a.in_force_at desc limit 1)
      order by place limit 1) known
    where m.partner_id = ${partnerId} and m.id = any(${textArray(mandateIds)}::text[])
      and (known.identifier <> ${present.creditorIdentifier} or known.name <> ${present.holder})`);
  const written = (name: string) => nameElement(isGermanAccount(present.iban) ? spellUmlauts(name) : name);
  const presentName = written(present.holder);
  const presentCreditor = creditorOf(present.creditorIdentifier);
  return new Map(
    rows.flatMap(({ id, identifier, name }): [string, OriginalCreditor][] => {
      const isOther = identifier !== null && creditorOf(identifier) !== presentCreditor;
      // Compared as files write them.
      const isRenamed = name !== null && written(name) !== presentName;
      return isOther || isRenamed ? [[id, { identifier: isOther ? identifier : null, name: isRenamed ? name : null }]] : [];
    }),
  );
}
