import { allowLoopbackReceivers } from "../notifications/loopback";
import { keepNotifying } from "../process/wake-up";

// What the service's process does about notifications, and nothing else: to be killed by `bench/notifications`.

allowLoopbackReceivers();
keepNotifying();
// Its timers let the process end, since in the service a server keeps it.
setInterval(() => {}, 60_000);
