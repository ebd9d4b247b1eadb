interface Credentials {
  email: string;
  password: string;
  /** Address of the page. A cookie stores it, so it must contain no secret. */
  address: string;
}

/** Signs in without leaving the page. Returns undefined on success, otherwise the code of the refusal. */
export async function beginSession({ email, password, address }: Credentials): Promise<string | undefined> {
  try {
    const { signIn } = await import("next-auth/react");
    const answer = await signIn("credentials", { email, password, redirect: false, callbackUrl: address });
    return answer?.ok ? undefined : (answer?.error ?? "not_reached");
  } catch {
    return "not_reached";
  }
}
