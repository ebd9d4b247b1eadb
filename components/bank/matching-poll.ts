/** Refetch interval in ms while a payment is new: matching takes a second or two. */
export const MATCHING_POLL_MS = 1_500;
