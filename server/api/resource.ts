import { z } from "zod";
import { ID_PATTERN } from "@/server/domain/formats/id";

// Schemas shared by several resources.

export const idText = () =>
  z
    .string()
    .regex(new RegExp(ID_PATTERN))
    .meta({ example: "019a9c0de1f27d1b0c4a5e8f3b6d9027c1e4a8b5", description: "40 lowercase hexadecimal characters." });
export const timestamp = () => z.iso.datetime({ precision: 3 }).meta({ example: "2026-11-20T09:30:00.000Z" });
export const day = () => z.iso.date().meta({ example: "2026-12-04" });
export const textOrNull = () => z.string().nullable();
export const centsAmount = () => z.int().meta({ description: "Integer cents. Positive raises what is outstanding, negative lowers it." });
