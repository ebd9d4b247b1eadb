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

/**
 * Returns one line that explains any other failed start, or a failed command. `host`: the variable HOST, on whose address a start listens;
 * commands do not listen.
 */
export function explainStartFailure(error: unknown, host?: string): string {
  const { code, message, syscall, hostname, address, port = 0 } = rootOf(error);
  const isUnknown = code === "ENOTFOUND" || code === "EAI_AGAIN";
  if (isUnknown && host && hostname === host) return noAddress(host);
  // A process of the cluster asks the supervisor to listen, and calls that `bind`. A socket has a path, and no port.
  if ((syscall !== "listen" && syscall !== "bind") || port <= 0) return message;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${address} is taken: stop what uses it, or set PORT to another`;
    case "EACCES":
      return `This user may not use port ${port}: set PORT to one above 1023`;
    case "EADDRNOTAVAIL":
      return noAddress(address ?? "");
    default:
      return message;
  }
}

const noAddress = (host: string) => `HOST: ${host} is no address of this machine`;

interface Cause {
  code: string;
  message: string;
  syscall?: string;
  address?: string;
  hostname?: string;
  port?: number;
}

/** Returns the innermost cause. Drizzle and Node wrap errors, sometimes several in one. */
function rootOf(error: unknown): Cause {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return rootOf(error.cause);
  if (!(error instanceof Error)) return { code: "", message: String(error) };
  const { code = "", syscall, address, hostname, port }: NodeJS.ErrnoException & Partial<Cause> = error;
  return { code, message: error.message.split("\n")[0] ?? "", syscall, address, hostname, port };
}
