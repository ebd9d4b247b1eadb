/** A rule about mails. Returns the fault of a mail that breaks it, and undefined for every other mail. */
export type Rule<Mail> = (mail: Mail) => string | undefined;

/** Returns the fault if a condition does not hold. */
export function faultUnless(holds: boolean, fault: string): string | undefined {
  return holds ? undefined : fault;
}

/** Returns the faults of a mail by these rules. */
export function faultsBy<Mail>(rules: readonly Rule<Mail>[], mail: Mail): string[] {
  return rules.flatMap((rule) => rule(mail) ?? []);
}
