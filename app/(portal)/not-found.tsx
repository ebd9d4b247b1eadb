import { PortalNotFound } from "@/components/shell/not-found";

export { generateMetadata } from "@/app/not-found";

export default PortalNotFound;
