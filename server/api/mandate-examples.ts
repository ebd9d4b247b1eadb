import type { z } from "zod";
import type { describedMandatesBody, mandateAccountBody, mandateResource, recordedMandatesResource } from "./mandate";

const newMandate = {
  customer_email: "jan.devries@post.example",
  mandate_reference: "NB-0417",
  holder: "J. de Vries",
  iban: "NL20INGB0001234567",
  signed_on: "2026-11-02",
};

const mandate: z.input<typeof mandateResource> = {
  ...newMandate,
  mandate_id: "019a9c0fb6a17c3d5e9f8091a2b4c6d8e0f1a3b5",
  company_id: "019a9c0b52c04b7f0e8d21c69a3f5e7d10b2c4a6",
  state: "valid",
  invoice_id: null,
  organization: null,
  scheme: "CORE",
  sequence: "recurrent",
  last_collected_on: null,
  source: "paper",
  created_at: "2026-11-20T09:31:00.000Z",
  ended_at: null,
  bic: null,
  expires_on: "2029-11-02",
  former_accounts: [],
  consents: [],
};

const recorded = { mandate_reference: newMandate.mandate_reference, mandate_id: mandate.mandate_id, error: null, error_field: null };

/** Examples of mandates, of the story of `examples`. */
export const mandateExamples = {
  Mandate: mandate,
  NewMandate: newMandate,
  NewMandates: { mandates: [newMandate] } satisfies z.input<typeof describedMandatesBody>,
  MandateAccount: { iban: "DE02120300000000202051", bic: "BYLADEM1001" } satisfies z.input<typeof mandateAccountBody>,
  RecordedMandates: {
    mandates: [
      { ...recorded, existing_mandate_reference: null },
      {
        mandate_reference: "NB-0418",
        mandate_id: null,
        error: "invalid_signed_on",
        error_field: "signed_on",
        existing_mandate_reference: null,
      },
    ],
  } satisfies z.input<typeof recordedMandatesResource>,
};
