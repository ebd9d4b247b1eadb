import { clientAddress, peerAddress } from "@/server/platform/client-address";
import { isDeviceToken, type Visitor } from "@/server/tenancy/people/visitor";

/** Who sent a request. `deviceToken` is what stood in the device's cookie. */
export function visitorOf(headers: Headers, deviceToken = ""): Visitor {
  return {
    address: clientAddress(headers.get("x-forwarded-for"), peerAddress()),
    deviceToken: isDeviceToken(deviceToken) ? deviceToken : null,
    userAgent: headers.get("user-agent") ?? "",
  };
}
