/** An event that one part of a test waits for and another triggers. */
export function signal(): { given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}
