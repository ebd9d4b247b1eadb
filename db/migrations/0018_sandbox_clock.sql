CREATE TABLE "clock_moves" (
	"partner_id" text collate "C" NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "clock_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"moved_at" timestamp (3) with time zone NOT NULL,
	"clock_offset_ms" bigint NOT NULL,
	CONSTRAINT "clock_moves_partner_id_moved_at_id_pk" PRIMARY KEY("partner_id","moved_at","id")
);
--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "clock_target_ms" bigint;--> statement-breakpoint
ALTER TABLE "simulated_bank_payments" ADD COLUMN "is_play" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clock_moves" ADD CONSTRAINT "clock_moves_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_clock_walks_forward" CHECK ("partners"."clock_target_ms" is null or ("partners"."is_sandbox" and "partners"."clock_target_ms" > "partners"."clock_offset_ms"));--> statement-breakpoint

-- Nobody's real books become play, and no play becomes real books. What has happened in a sandbox stays in its past.
CREATE TRIGGER partners_stay_what_they_are BEFORE UPDATE OF is_sandbox ON partners
  FOR EACH ROW WHEN (OLD.is_sandbox IS DISTINCT FROM NEW.is_sandbox) EXECUTE FUNCTION refuse('whether a partner is a sandbox never changes');
--> statement-breakpoint
CREATE TRIGGER partners_clock_goes_forward BEFORE UPDATE OF clock_offset_ms ON partners
  FOR EACH ROW WHEN (NEW.clock_offset_ms < OLD.clock_offset_ms) EXECUTE FUNCTION refuse('a clock goes forward');
--> statement-breakpoint

-- Where a clock stood when is known of each move, whoever makes it.
INSERT INTO clock_moves (partner_id, moved_at, clock_offset_ms) SELECT id, '-infinity', clock_offset_ms FROM partners WHERE clock_offset_ms > 0;
--> statement-breakpoint
CREATE FUNCTION record_clock_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO clock_moves (partner_id, moved_at, clock_offset_ms) VALUES (NEW.id, clock_timestamp(), NEW.clock_offset_ms);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER partners_clock_moves_recorded AFTER UPDATE OF clock_offset_ms ON partners
  FOR EACH ROW WHEN (OLD.clock_offset_ms <> NEW.clock_offset_ms) EXECUTE FUNCTION record_clock_move();
--> statement-breakpoint
CREATE TRIGGER clock_moves_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON clock_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('where a clock stood stays in its past');
