/** Where it is too long for its line, it is broken behind the @. */
export function EmailAddress({ email }: { email: string }) {
  const [name, host] = email.split("@");
  return (
    <>
      {name}@<wbr />
      {host}
    </>
  );
}
