/** Kind of an error, from which the interface and the portal derive a status or a message. The code is passed on unchanged. */
export type ErrorKind =
  | "bad_request"
  | "unauthenticated"
  | "not_allowed"
  | "not_found"
  | "method_not_allowed"
  | "timeout"
  | "conflict"
  | "too_large"
  | "wrong_content_type"
  | "refused"
  | "too_many"
  | "internal"
  | "unavailable";

/**
 * All codes of `/api/v2`, as in the contract, and two of the operator's commands. The tests fail if no test produces one of the codes of
 * `/api/v2`.
 */
export const errors = {
  // The request itself.
  invalid_request: "bad_request",
  invalid_api_key: "unauthenticated",
  insufficient_scope: "not_allowed",
  not_found: "not_found",
  method_not_allowed: "method_not_allowed",
  rate_limited: "too_many",
  invalid_content_type: "wrong_content_type",
  invalid_json: "bad_request",
  request_too_large: "too_large",
  request_timeout: "timeout",
  invalid_idempotency_key: "bad_request",
  idempotency_key_reused: "refused",
  idempotency_key_in_use: "conflict",
  invalid_page_number: "refused",
  invalid_page_size: "refused",
  service_unavailable: "unavailable",
  internal_error: "internal",

  // Invoices.
  invalid_invoice_id: "not_found",
  invalid_external_invoice_number: "refused",
  invalid_reference: "refused",
  invalid_federation_membership_number: "refused",
  invalid_club_membership_number: "refused",
  invalid_member_external_id: "refused",
  invalid_external_membership_number: "refused",
  invalid_locale: "refused",
  invalid_customer: "refused",
  invalid_customer_name: "refused",
  invalid_customer_last_name: "refused",
  invalid_customer_email: "refused",
  invalid_customer_phone: "refused",
  invalid_customer_address: "refused",
  invalid_invoices: "refused",
  invalid_ids: "refused",
  invalid_invoice_lines: "refused",
  invalid_invoice_line_id: "refused",
  invalid_amount_cents: "refused",
  invalid_description: "refused",
  invalid_date: "refused",
  invalid_amount_total_cents: "refused",
  duplicate_invoice_line_id: "refused",
  invoice_already_transmitted: "refused",
  invalid_retraction_reason: "refused",
  invalid_show_retraction_reason_to_customer: "refused",
  already_retracted: "refused",
  payment_in_progress: "refused",

  // Tickets.
  invalid_message: "refused",
  invalid_status: "refused",

  // Companies.
  invalid_company_id: "not_found",
  invalid_name: "refused",
  invalid_brand: "refused",
  invalid_email: "refused",
  invalid_country_code: "refused",
  invalid_currency: "refused",
  invalid_address1: "refused",
  invalid_address2: "refused",
  invalid_house_number: "refused",
  invalid_zipcode: "refused",
  invalid_city: "refused",
  invalid_vat_percentage: "refused",
  invalid_partnership_page_url: "refused",
  invalid_enterprise_number: "refused",

  // A company's own bank accounts.
  invalid_bank_account_id: "not_found",
  invalid_account_holder: "refused",
  invalid_iban: "refused",
  invalid_bic: "refused",
  invalid_qr_iban: "refused",
  invalid_creditor_identifier: "refused",
  bank_account_not_in_currency: "refused",
  bank_account_exists: "refused",
  bank_account_closed: "refused",
  bank_account_change_waiting: "refused",

  // Mandates for direct debits.
  invalid_mandates: "refused",
  invalid_mandate_id: "not_found",
  mandates_need_euros: "refused",
  creditor_identifier_missing: "refused",
  mandate_ended: "refused",
  iban_is_qr_iban: "refused",
  iban_outside_sepa: "refused",

  // Banks' statement files.
  invalid_file_name: "refused",
  invalid_bank_statement: "refused",

  // Imports.
  invalid_import_id: "not_found",
  invalid_title: "refused",
  invalid_expected_invoices_count: "refused",
  import_already_transmitted: "refused",
  import_is_empty: "refused",
  expected_invoices_count_not_reached: "refused",

  // Changes.
  invalid_cursor: "refused",

  // Partners and their keys: only for the operator's commands, never sent by /api/v2.
  invalid_partner_id: "not_found",
  invalid_api_key_id: "not_found",

  // Collection: moving money, and holding collection back.
  invoice_not_transmitted: "refused",
  invalid_reason: "refused",
  invalid_until: "refused",
  invoice_on_hold: "refused",
  invoice_not_on_hold: "refused",
  credit_exceeds_charged: "refused",
  payment_exceeds_outstanding: "refused",
  invalid_paid_on: "refused",
  nothing_outstanding: "refused",
  payments_not_offered: "refused",
  invalid_payment_id: "refused",
  payment_not_refundable: "refused",
  refund_exceeds_owed: "refused",
  invalid_may_exceed: "refused",
  second_person_required: "refused",

  // Collection settings.
  import_has_no_settings: "refused",
  invalid_days: "refused",
  days_out_of_order: "refused",
  invalid_fee: "refused",
  invalid_payment_methods: "refused",
  methods_not_in_currency: "refused",
  fee_above_cap: "refused",
  invalid_salutation: "refused",
  invalid_personal_note: "refused",
  invalid_consequence: "refused",
  invalid_texts: "refused",
  invalid_donation_allowed: "refused",
  invalid_late_payment_fee_notice: "refused",
  invalid_joins_households: "refused",
  invalid_direct_debit: "refused",
  invalid_debit_notice_days: "refused",
  direct_debit_needs_account: "refused",
  direct_debit_only_in_euros: "refused",
  direct_debit_only_in_sandboxes: "refused",
  invalid_instalments_from: "refused",
  invalid_instalments_parts: "refused",
  invalid_instalments_days: "refused",
  invalid_instalments_missed: "refused",
  invalid_instalments_period: "refused",
  instalments_period_out_of_order: "refused",
  instalments_period_too_long: "refused",
  instalments_above_law: "refused",
  instalments_only_in_sandboxes: "refused",
  invalid_promise_days: "refused",
  promises_only_in_sandboxes: "refused",

  // Sandboxes.
  not_a_sandbox: "refused",
  clock_too_far: "refused",
  clock_on_its_way: "refused",
  season_is_playing: "refused",
  invalid_seed: "refused",
  invalid_scenario: "refused",
  season_too_large: "refused",
  no_season: "refused",
  season_over: "refused",
  invalid_season_file_id: "not_found",
  invalid_outcome: "refused",
  nothing_to_charge_back: "refused",
  invalid_method: "refused",
} as const satisfies Record<string, ErrorKind>;

/** Codes of a single mandate among several, beside those above. They are never the answer to a request. */
const mandateErrors = {
  payer_missing: "refused",
  invalid_invoice_number: "refused",
  invalid_mandate_reference: "refused",
  invalid_signed_on: "refused",
  signed_on_in_future: "refused",
  invalid_scheme: "refused",
  invalid_organization: "refused",
  organization_missing: "refused",
  invalid_sequence: "refused",
  invalid_last_collected_on: "refused",
  mandate_expired: "refused",
  mandate_exists: "refused",
  mandate_reference_taken: "refused",
} as const satisfies Record<string, ErrorKind>;

/** Codes that `/api/v2` never sends: only the portal and the operator's commands receive them. */
const portalErrors = {
  not_signed_in: "unauthenticated",
  not_allowed: "not_allowed",

  // People and signing in.
  invalid_credentials: "unauthenticated",
  password_not_set: "refused",
  organisation_required: "refused",
  not_invited: "not_allowed",
  invitation_already_accepted: "refused",
  invalid_user_id: "not_found",
  invalid_role: "refused",
  invalid_company_ids: "refused",
  email_already_in_use: "refused",
  last_administrator: "refused",
  invalid_password: "refused",
  invalid_person_name: "refused",
  wrong_password: "refused",
  link_not_valid: "refused",

  // Second factors.
  identity_not_proved: "not_allowed",
  wrong_code: "refused",
  passkey_refused: "refused",
  passkeys_not_possible: "refused",
  invalid_factor_id: "not_found",
  factor_compulsory: "refused",
  too_many_attempts: "too_many",

  // Conversations.
  invalid_note: "refused",
  invalid_held_reply_id: "not_found",
  newer_message_exists: "conflict",
  /** For a reply to a customer without an e-mail address, to whom nothing can be sent. */
  customer_without_email: "refused",
  nothing_to_undo: "conflict",

  // Recipients. Over /api/v2 a wrong IBAN is not an error.
  invalid_direct_debit_iban: "refused",

  // Changes of bank accounts.
  no_bank_account_change: "conflict",
  bank_account_change_is_own: "refused",

  // Files of mandates.
  mandate_file_not_readable: "refused",
  mandate_columns_missing: "refused",
  mandate_file_too_long: "refused",

  // Second people.
  approver_not_settled: "refused",
  limit_change_is_own: "refused",
  asked_by_key: "refused",

  // Arrangements.
  already_in_instalments: "refused",
  no_arrangement: "conflict",
  no_promise: "conflict",
  arrangement_against_law: "refused",
  arrangement_too_small: "refused",
  arrangement_period_over: "refused",
  arrangement_in_household: "refused",
  arrangement_while_held: "refused",
  arrangement_while_debited: "refused",
  arrangement_part_count: "refused",
  arrangement_part_too_small: "refused",
  arrangement_days_wrong: "refused",
  arrangement_too_long: "refused",
  arrangement_sum_differs: "refused",

  // Households.
  no_invoice_of_number: "refused",
  several_of_number: "refused",
  household_too_large: "refused",
  paid_in_instalments: "refused",

  // Payments on banks' statements.
  invalid_bank_transaction_id: "not_found",
  invalid_bank_statement_id: "not_found",
  bank_statement_is_own: "refused",
  bank_statement_not_waiting: "conflict",
  bank_statement_waits: "refused",
  bank_statement_withdrawn: "conflict",
  bank_statement_decided: "refused",
  bank_statement_shared: "refused",
  bank_statement_may_be_shared: "refused",
  exceeds_bank_transaction: "refused",
  bank_transaction_of_other_currency: "refused",
  bank_transaction_not_in_currency: "refused",
  bank_transaction_booked: "refused",
  bank_transaction_left: "refused",
  bank_transaction_in_payout: "refused",
  bank_transaction_given_back: "refused",
  bank_transaction_settled_by_bank: "refused",
  bank_transaction_taken_back: "refused",
  return_of_other_amount: "refused",
  bank_transaction_refund_pending: "refused",
  bank_transaction_proposed: "refused",
  bank_transaction_not_noted: "refused",
  invalid_category: "refused",

  // Payouts.
  invalid_payout_id: "not_found",
  bank_account_missing: "refused",
  company_city_missing: "refused",
  payee_name_missing: "refused",
  payee_is_own_account: "refused",
  payout_is_own: "refused",

  // Files of direct debits.
  invalid_debit_file_id: "not_found",
  debit_file_is_own: "refused",
  debit_file_at_bank: "refused",
  debit_file_too_late: "refused",
  debit_file_outdated: "refused",
  invalid_debit_id: "not_found",
  debit_not_due: "refused",
  debit_not_repeatable: "refused",
  debit_collected: "refused",
  debit_booked_otherwise: "refused",
  debits_of_other_sum: "refused",

  // Acts on an invoice's account, and money that moves.
  invalid_proposal_id: "not_found",
  proposal_exists: "conflict",
  proposal_decided: "conflict",
  proposal_is_own: "refused",
  invalid_limit: "refused",
  invalid_retention: "refused",
  customer_not_settled: "refused",

  // Messages to customers.
  invalid_message_id: "not_found",
  invoice_not_collected: "refused",

  // Records that changed since they were read.
  changed_meanwhile: "conflict",

  // Bulk actions.
  invalid_bulk_job_id: "not_found",
  invalid_credit_note_prefix: "refused",
  selection_is_empty: "refused",
  selection_too_large: "refused",
  selection_changed: "conflict",

  // Keys.
  api_key_already_revoked: "refused",
  invalid_scopes: "refused",
  invalid_addresses: "refused",

  // Notifications.
  invalid_endpoint_id: "not_found",
  invalid_delivery_id: "not_found",
  invalid_url: "refused",
  url_not_public: "refused",
  too_many_endpoints: "refused",
  endpoint_switched_off: "refused",
} as const satisfies Record<string, ErrorKind>;

/** A code of the interface. */
export type ErrorCode = keyof typeof errors;

/** A code of either door. */
export type AnyErrorCode = ErrorCode | keyof typeof mandateErrors | keyof typeof portalErrors;

const kinds: Record<AnyErrorCode, ErrorKind> = { ...errors, ...mandateErrors, ...portalErrors };

/** An error the caller can act on. Anything else thrown is a bug. */
export class DomainError extends Error {
  /**
   * @param kind replaces the code's usual kind: an unknown id is `refused` in a body, and `not_found` in a path.
   * @param field which field of the request is at fault, such as `invoice_lines[1].amount_cents`.
   */
  constructor(
    readonly code: AnyErrorCode,
    readonly kind: ErrorKind = kinds[code],
    readonly field: string | null = null,
  ) {
    super(code);
    this.name = "DomainError";
  }
}
