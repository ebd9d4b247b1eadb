/** Refetch interval in ms while a payment is new: matching takes a second or two. */
export const LOOKED_AT_MS = 1_500;
