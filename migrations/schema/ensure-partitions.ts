/** Creates the monthly partitions of a table, from the month of "since" to the month of "until", both included. */
export const ENSURE_PARTITIONS = `
  create function ensure_partitions(parent text, since timestamptz, until timestamptz)
    returns integer
    language plpgsql
  as $$
  declare
    month timestamp := date_trunc('month', since at time zone 'UTC');
    last timestamp := date_trunc('month', until at time zone 'UTC');
    made integer := 0;
    name text;
  begin
    perform pg_advisory_xact_lock(hashtext('workspace-suite.partitions'));
    while month <= last loop
      name := parent || '_' || to_char(month, 'YYYY_MM');
      if to_regclass(name) is null then
        -- Attaching, unlike CREATE TABLE PARTITION OF, does not lock out those who write to the parent.
        execute format('create table %I (like %I including defaults)', name, parent);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name,
          month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
        made := made + 1;
      end if;
      month := month + interval '1 month';
    end loop;
    return made;
  end
  $$;
`;
