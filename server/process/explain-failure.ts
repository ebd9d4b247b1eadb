/** Returns one line that names the variable and explains the failure, without the password. */
export function explainDatabaseFailure(error: unknown, variable: string, url: string): string {
  const { host, hostname, username, pathname } = new URL(url);
  const { code, message } = rootOf(error);
  const database = decodeURIComponent(pathname.slice(1)) || username;

  switch (code) {
    case "28P01":
    case "28000":
      return `${variable}: ${host} does not let ${decodeURIComponent(username)} in with this password`;
    case "3D000":
      return `${variable}: there is no database "${database}" at ${host}`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${variable}: the host ${hostname} is not known`;
    case "ECONNREFUSED":
    case "ECONNRESET":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ETIMEDOUT":
    case "CONNECT_TIMEOUT":
    case "CONNECTION_CLOSED":
    case "CONNECTION_DESTROYED":
      return `${variable}: no Postgres answers at ${host} (${code})`;
    default:
      return message.startsWith(variable) ? message : `${variable}: ${message}`;
  }
}

/** Returns one line that explains any other failed start, or a failed command. */
export function explainStartFailure(error: unknown): string {
  const { code, message, hostname, address: host = hostname, port } = rootOf(error);
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken: stop what uses it, or set PORT to another`;
    case "EACCES":
      return `This user may not use port ${port}: set PORT to one above 1023`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST: ${host} is no address of this machine`;
    default:
      return message;
  }
}

/** Returns the innermost cause. Drizzle and Node wrap errors, sometimes several in one. */
function rootOf(error: unknown): { code: string; message: string; address?: string; hostname?: string; port?: number } {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return rootOf(error.cause);
  if (!(error instanceof Error)) return { code: "", message: String(error) };
  const { code = "", address, hostname, port }: NodeJS.ErrnoException & { address?: string; hostname?: string; port?: number } = error;
  return { code, message: error.message.split("\n")[0] ?? "", address, hostname, port };
}
