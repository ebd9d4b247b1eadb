/** Thrown where a season was stopped meanwhile, or another process plays it. */
export class LeaseLost extends Error {}
