/** Kinds of security events by area. People read their names from components/translations/<language>/security.json. */
export const eventKinds = {
  access: [
    "signed_in",
    "sign_in_failed",
    "signed_out",
    "session_ended",
    "sessions_ended",
    "organisation_linked",
    "password_changed",
    "password_set",
    "password_reset_requested",
    "factor_added",
    "factor_removed",
    "factors_reset",
    // A person did not prove their identity before a sensitive act.
    "proof_failed",
    // One event for all acts that were refused to an actor in an hour.
    "acts_refused",
    "recovery_code_used",
    "recovery_codes_renewed",
  ],
  people: [
    "member_invited",
    "invitation_resent",
    "member_changed",
    "member_disabled",
    "member_enabled",
    "user_created",
    // Whether everybody needs a second factor.
    "factor_rule_changed",
    "partner_suspended",
    "partner_resumed",
    // The operator let the partner collect by direct debit, or ended that.
    "debits_opened",
    "debits_closed",
  ],
  systems: [
    "key_created",
    "key_rolled",
    "key_revoked",
    // Whether keys are accepted in the query string.
    "query_rule_changed",
    "endpoint_created",
    "endpoint_changed",
    "endpoint_secret_rotated",
    "endpoint_deleted",
    "endpoint_paused",
    "endpoint_resumed",
  ],
  data: [
    "invoices_exported",
    "case_exported",
    "customer_exported",
    "customer_erased",
    "retention_changed",
    "events_exported",
    "statement_exported",
    // Support opened a conversation.
    "conversation_seen",
    "preview_sent",
    "alarm_raised",
  ],
  settings: [
    "company_created",
    "company_changed",
    "company_settings_changed",
    "import_settings_changed",
    "matching_changed",
    // A person told what the columns of a kind of CSV file mean.
    "csv_layout_kept",
    "payer_forgotten",
    // How an account's bank takes direct debits.
    "debit_settings_changed",
  ],
  money: [
    "import_transmitted",
    "payment_recorded",
    "refund_recorded",
    "refund_ordered",
    "money_proposed",
    "proposal_approved",
    "proposal_declined",
    "second_person_rule_change_requested",
    "second_person_rule_change_withdrawn",
    "second_person_rule_changed",
    "amount_credited",
    "amount_added",
    "invoice_retracted",
    "invoice_held",
    "invoice_resumed",
    // Staff withdrew a customer's promise to pay on a day.
    "promise_withdrawn",
    // Staff agreed on payment in parts with a customer, or ended that.
    "arrangement_agreed",
    "arrangement_ended",
    // A customer's account for refunds, set by staff; or proposed, for the customer to confirm.
    "iban_changed",
    "iban_proposed",
    "customer_link_replaced",
    "household_changed",
    "bulk_action_started",
    "bank_account_added",
    "bank_account_change_requested",
    "bank_account_change_confirmed",
    "bank_account_change_withdrawn",
    "bank_account_closed",
    "mandates_recorded",
    "mandate_withdrawn",
    "mandate_amended",
    // A bank's reason for a returned debit ended it.
    "mandate_ended",
    // A statement was stored.
    "bank_statement_kept",
    "bank_statement_accepted",
    "bank_statement_withdrawn",
    // The service booked clear matches by itself.
    "bank_payments_booked_unseen",
    "bank_payment_booked",
    "bank_payment_decided",
    "bank_payment_category_set",
    "bank_booking_undone",
    "payout_created",
    "payout_approved",
    "payout_fetched",
    "payout_cancelled",
    "payout_reported",
    "debits_reported",
    // A person stated that the bank did not collect a direct debit.
    "debit_ended",
    // A person stated that the announcement of a direct debit did not arrive.
    "debit_announcement_lost",
    // A person had a rejected or returned direct debit collected once more.
    "debit_repeated",
    // A person let a payment stand although the payee's name does not match.
    "payout_name_kept",
    "debit_file_created",
    "debit_file_approved",
    "debit_file_fetched",
    "debit_file_withdrawn",
    // The bank has named a withdrawn file, and a person has stated that it has it, or that it collects nothing of it.
    "debit_file_found",
    "debits_freed",
    // A later day was announced to the payers.
    "debits_postponed",
  ],
} as const;

export type EventArea = keyof typeof eventKinds;
export type EventKind = (typeof eventKinds)[EventArea][number];

export const eventAreas = Object.keys(eventKinds) as EventArea[];
