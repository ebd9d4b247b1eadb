import type { Company } from "@/db/schema/companies";

export type NewCompany = Omit<Company, "partnerId" | "id" | "createdAt">;

/** Changes of an update: absent optional fields stay as they are. */
export type CompanyUpdate = Pick<NewCompany, "name" | "brand" | "email" | "locale" | "countryCode" | "currency"> & Partial<NewCompany>;

/** Fields that a company may lack, all without a value. */
export const withoutDetails = {
  address1: null,
  address2: null,
  houseNumber: null,
  zipcode: null,
  city: null,
  vatPercentage: null,
  partnershipPageUrl: null,
  enterpriseNumber: null,
} satisfies Partial<NewCompany>;
