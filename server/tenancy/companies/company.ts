import type { Company } from "@/db/schema/companies";

export type NewCompany = Omit<Company, "partnerId" | "id" | "createdAt">;

/** Changes of an update: absent optional fields stay as they are. */
export type CompanyUpdate = Pick<NewCompany, "name" | "brand" | "email" | "locale" | "countryCode" | "currency"> & Partial<NewCompany>;
