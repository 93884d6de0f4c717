import pg from 'pg';

/** The contents of the database at the end. Timestamps are texts. */
export interface Books {
  documents: DocumentRow[];
  events: EventRow[];
  entries: EntryRow[];
  apiKeys: { id: string; name: string; rotated_from: string | null; revoked_at: string | null }[];
  webhooks: { id: string; url: string; events: string[]; status: string }[];
  deliveries: DeliveryRow[];
}

export interface DocumentRow {
  id: string;
  title: string;
  status: string;
  revision: number;
  deleted_at: string | null;
}

export interface EventRow {
  id: string;
  workspace_id: string;
  type: string;
  timestamp: string;
  payload: { document_id?: string; title?: string; changed_fields?: string[]; hard?: boolean };
  sequence: number;
  position: number;
}

export interface EntryRow {
  id: string;
  timestamp: string;
  action: string;
  resource_type: string;
  resource_id: string | null;
  outcome: string;
  user_agent: string | null;
  changes: Record<string, { from: unknown; to: unknown }> | null;
}

export interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  status: string;
  attempt_count: number;
}

export async function readBooks(database: pg.Client): Promise<Books> {
  const rows = async (sql: string) => (await database.query(sql)).rows;
  return {
    documents: await rows('select id, title, status, revision, deleted_at::text from documents'),
    events: await rows(
      `select id, workspace_id, type, timestamp::text, payload, sequence::int, position::int from events order by position`,
    ),
    entries: await rows(
      `select id, timestamp::text, action, resource_type, resource_id, outcome, user_agent, changes from audit_entries`,
    ),
    apiKeys: await rows('select id, name, rotated_from, revoked_at::text from api_keys'),
    webhooks: await rows('select id, url, events, status from webhooks'),
    deliveries: await rows('select id, webhook_id, event_id, status, attempt_count from webhook_deliveries'),
  };
}

/** Deliveries that are still on their way. */
export const LEFT = `
  select (select count(*)::int from outbox) as outbox,
    (select count(*)::int from event_cursors where position < (select coalesce(max(position), 0) from events)) as listeners,
    (select count(*)::int from webhook_deliveries d join webhooks w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
      where d.status = 'pending' and w.status = 'active') as deliveries`;

/** Tables that must be empty when all is quiet: name and query of their rows. */
export const EMPTY: Record<string, string> = {
  'an event is left in the outbox': 'select * from outbox',
  'a listener gave up an event': 'select * from event_failures',
  'a delivery is overdue': `
    select d.* from webhook_deliveries d join webhooks w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
    where w.status = 'active' and d.status = 'pending' and d.next_attempt_at < now() - interval '5 seconds'`,
  'a transaction is left open': `
    select pid, application_name, state, query from pg_stat_activity
    where state like 'idle in transaction%' and state_change < now() - interval '2 seconds'`,
  'the sequence of a workspace has gaps or repeats': `
    select workspace_id, count(*), count(distinct sequence), min(sequence), max(sequence), max(s.last) as last
    from events left join event_sequences s using (workspace_id) group by workspace_id
    having count(*) <> count(distinct sequence) or min(sequence) <> 1 or max(sequence) <> count(*) or max(s.last) <> count(*)`,
  'positions repeat, or disagree with sequences': `
    select * from (
      select id, position, sequence, lag(position) over w as before, lag(sequence) over w as sequence_before
      from events window w as (partition by workspace_id order by position)
    ) e where position <= before or sequence <> sequence_before + 1`,
};
