/** An e-mail address that breaks after the @ if it does not fit on its line. */
export function EmailAddress({ email }: { email: string }) {
  const [name, host] = email.split("@");
  return (
    <>
      {name}@<wbr />
      {host}
    </>
  );
}
