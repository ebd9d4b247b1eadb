/** Occasion for which a club sends invoices. */
export type Campaign = "dues" | "camp" | "tournament" | "course" | "kit" | "licence";

export type Item = keyof typeof prices;

/** In euro cents; discounts and refunds are negative. */
export const prices = {
  senior: 24_000,
  junior: 16_500,
  family: 41_200,
  student: 14_500,
  supporting: 6_000,
  federation: 3_250,
  insurance: 1_275,
  locker: 1_800,
  volunteerDiscount: -4_000,
  campPlace: 28_500,
  campBus: 3_550,
  campDeposit: 5_000,
  siblingDiscount: -2_500,
  entry: 4_250,
  dinner: 2_950,
  guest: 2_950,
  course: 12_800,
  material: 1_750,
  hire: 2_400,
  jersey: 3_495,
  jacket: 7_950,
  bag: 2_995,
  socks: 950,
  licence: 5_500,
  registration: 1_225,
  sponsored: -4_250,
  depositBack: -5_000,
  cancelledBack: -4_250,
};
