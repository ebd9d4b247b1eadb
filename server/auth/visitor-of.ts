import { clientAddress, peerAddress } from "@/server/platform/client-address";
import { isDeviceToken, type Visitor } from "@/server/tenancy/people/visitor";

/** Returns the sender of a request. `deviceToken` is the value of the device's cookie. */
export function visitorOf(headers: Headers, deviceToken = ""): Visitor {
  return {
    address: clientAddress(headers.get("x-forwarded-for"), peerAddress()),
    deviceToken: isDeviceToken(deviceToken) ? deviceToken : null,
    userAgent: headers.get("user-agent") ?? "",
  };
}
