/** What is written down, by what it is about. The words for each are in components/translations. */
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
    "proof_failed",
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
    "factor_rule_changed",
    "partner_suspended",
    "partner_resumed",
  ],
  systems: [
    "key_created",
    "key_rolled",
    "key_revoked",
    "query_rule_changed",
    "endpoint_created",
    "endpoint_changed",
    "endpoint_secret_rotated",
    "endpoint_deleted",
    "endpoint_paused",
    "endpoint_resumed",
  ],
  data: ["invoices_exported", "events_exported", "conversation_seen", "alarm_raised"],
  settings: ["company_created", "company_changed", "company_settings_changed", "import_settings_changed"],
  money: [
    "import_transmitted",
    "payment_recorded",
    "refund_recorded",
    "refund_ordered",
    "amount_credited",
    "amount_added",
    "invoice_retracted",
    "iban_changed",
    "customer_link_replaced",
    "bulk_action_started",
  ],
} as const;

export type EventArea = keyof typeof eventKinds;
export type EventKind = (typeof eventKinds)[EventArea][number];

export const eventAreas = Object.keys(eventKinds) as EventArea[];
