CREATE TABLE "wal_timelines" (
	"timeline" text PRIMARY KEY NOT NULL,
	"mark" text NOT NULL
);