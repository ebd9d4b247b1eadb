-- Rotates the log of requests, which has one partition per day (UTC). Creates partitions a week ahead, and drops them 30 days after their
-- day. The job `cleanup` calls this every hour. Runs as the owner, because the job's role owns nothing. If a lock is not available within
-- 200 ms, the work is left for the next hour.
CREATE OR REPLACE FUNCTION rotate_api_request_log() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '200ms' AS $$
DECLARE
  of_day record;
  day_begins timestamptz;
  name text;
BEGIN
  FOR of_day IN
    SELECT partition, ends FROM public.api_request_log_days() WHERE ends <= now() - interval '30 days'
  LOOP
    EXECUTE format('ALTER TABLE public.api_request_log DETACH PARTITION %s', of_day.partition);
    EXECUTE format('DROP TABLE %s', of_day.partition);
  END LOOP;

  -- Deletes old requests outside the daily partitions: requests from before there were partitions, and requests of a day without one.
  DELETE FROM public.api_request_log_other WHERE answered_at < now() - interval '31 days';
  IF to_regclass('public.api_requests') IS NOT NULL THEN
    DELETE FROM public.api_requests WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM public.api_requests WHERE answered_at < now() - interval '31 days' LIMIT 50000));
  END IF;

  SELECT greatest(max(ends), date_trunc('day', now())) INTO day_begins FROM public.api_request_log_days();
  WHILE day_begins < now() + interval '7 days' LOOP
    name := 'api_request_log_' || to_char(day_begins, 'YYYYMMDD');
    EXECUTE format('CREATE TABLE public.%I (LIKE public.api_request_log INCLUDING DEFAULTS INCLUDING INDEXES)', name);
    LOCK TABLE public.api_request_log_other IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('WITH moved AS (DELETE FROM public.api_request_log_other WHERE answered_at >= %L AND answered_at < %L RETURNING *) INSERT INTO public.%I SELECT * FROM moved',
      day_begins, day_begins + interval '1 day', name);
    EXECUTE format('ALTER TABLE public.api_request_log ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', name, day_begins, day_begins + interval '1 day');
    day_begins := day_begins + interval '1 day';
  END LOOP;
EXCEPTION WHEN lock_not_available THEN
  RAISE NOTICE 'the log of requests is rotated later';
END $$;

-- Returns the partitions with their ends: the daily ones, and `api_requests`, the table of earlier versions. Leaves out the default one.
CREATE OR REPLACE FUNCTION api_request_log_days() RETURNS TABLE (partition regclass, ends timestamptz) LANGUAGE sql STABLE
  SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.oid::regclass, (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'public.api_request_log'::regclass AND c.relname <> 'api_request_log_other'
$$;

REVOKE ALL ON FUNCTION rotate_api_request_log() FROM PUBLIC;
