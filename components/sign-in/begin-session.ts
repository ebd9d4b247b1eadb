interface Credentials {
  email: string;
  password: string;
  /** Where the page is, without anything secret in it: it is kept in a cookie. */
  address: string;
}

/** Signs in, without leaving the page. Answers nothing when it worked, else the code of why not. */
export async function beginSession({ email, password, address }: Credentials): Promise<string | undefined> {
  try {
    const { signIn } = await import("next-auth/react");
    const answer = await signIn("credentials", { email, password, redirect: false, callbackUrl: address });
    return answer?.ok ? undefined : (answer?.error ?? "not_reached");
  } catch {
    return "not_reached";
  }
}
