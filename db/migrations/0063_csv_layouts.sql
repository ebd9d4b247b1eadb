CREATE TABLE "csv_layouts" (
	"partner_id" text collate "C" NOT NULL,
	"sheet" text collate "C" NOT NULL,
	"layout" jsonb NOT NULL,
	"said_by" text collate "C" NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "csv_layouts_partner_id_sheet_pk" PRIMARY KEY("partner_id","sheet"),
	CONSTRAINT "csv_layouts_sheet_shape" CHECK ("csv_layouts"."sheet" ~ '^[0-9a-f]{64}$')
);
