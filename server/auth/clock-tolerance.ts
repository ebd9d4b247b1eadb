/** Tolerated difference between the clocks of the service and an organisation that signs people in, in seconds. */
export const CLOCK_TOLERANCE_S = 60;
