import { isDeepStrictEqual } from 'node:util';
import type { Books, DocumentRow, EntryRow, EventRow } from './books.js';
import { acknowledged, type Attempt, type Journal, type Operation, refused, unknown } from './journal.js';
import type { Receipt } from './receivers.js';

/** Audit entries that one effective request leaves. */
const entriesOf = ({ kind }: Operation) => (kind === 'key.rotate' ? 2 : 1);
/** Attempts after which a delivery has failed for good. */
const TRIES = 6;

/** Holds the database and the receivers against the journal; answers every contradiction. */
export function check(journal: Journal, books: Books, received: Map<string, Map<string, Receipt>>): string[] {
  const faults: string[] = [];
  const attempts = new Map(journal.operations.flatMap((each) => each.attempts).map((each) => [each.token, each]));
  const successes = books.entries.filter(({ outcome }) => outcome === 'success');
  const byToken = Map.groupBy(successes, ({ user_agent }) => user_agent ?? '');

  for (const operation of journal.operations) {
    faults.push(...checkEffects(operation, byToken), ...checkAnswers(operation));
  }
  faults.push(...checkDocuments(books, successes, attempts));
  faults.push(...checkRecords(journal, books));
  faults.push(...checkDeliveries(journal, books, attempts, successes, received));
  return faults;
}

/** An acknowledged operation took effect, a refused request did not, and an unanswered one did so wholly or not at all. */
function checkEffects(operation: Operation, byToken: Map<string, EntryRow[]>): string[] {
  const faults: string[] = [];
  const whole = entriesOf(operation);
  let total = 0;
  for (const attempt of operation.attempts) {
    const entries = byToken.get(attempt.token) ?? [];
    total += entries.length;
    if ((refused(attempt) || attempt.replayed) && entries.length) {
      faults.push(`${attempt.token} was answered ${attempt.status} but changed something: ${JSON.stringify(entries)}`);
    }
    if (entries.length && entries.length !== whole)
      faults.push(`${attempt.token} took half effect: ${JSON.stringify(entries)}`);
  }
  const done = operation.attempts.some(acknowledged);
  // On a record with several writers a repeated request may meet a changed record and change it again.
  const once = !operation.contended || operation.key !== undefined;
  if (done && total === 0) faults.push(`${describe(operation)} was acknowledged and is lost`);
  if (once && total > whole) faults.push(`${describe(operation)} took effect ${total / whole} times`);
  const vanished =
    operation.method === 'DELETE' &&
    operation.target &&
    !operation.contended &&
    operation.attempts.at(-1)?.status === 404;
  if (vanished && total === 0 && operation.attempts.some(unknown)) {
    faults.push(`${describe(operation)} met 404 although none of its requests had an effect`);
  }
  return faults;
}

/** All answers to one Idempotency-Key are the same, byte for byte. */
function checkAnswers(operation: Operation): string[] {
  if (!operation.key) return [];
  const answers = operation.attempts.filter(
    (attempt) => !unknown(attempt) && !attempt.inFlight && attempt.status !== 400,
  );
  const different = new Set(answers.map(({ status, body }) => `${status} ${body}`));
  return different.size > 1 ? [`${describe(operation)} had different answers: ${[...different].join(' | ')}`] : [];
}

/** Every document is what its events and audit entries, in the order of the log, make of it. */
function checkDocuments(books: Books, successes: EntryRow[], attempts: Map<string, Attempt>): string[] {
  const entries = Map.groupBy(
    successes.filter(({ resource_type }) => resource_type === 'office.document'),
    ({ resource_id }) => resource_id!,
  );
  const events = Map.groupBy(
    // A restored document sends `updated` as well, which has the entry.
    books.events.filter(({ type }) => type.startsWith('office.document.') && type !== 'office.document.restored'),
    ({ payload }) => payload.document_id!,
  );
  const rows = new Map(books.documents.map((row) => [row.id, row]));
  const ids = new Set([...entries.keys(), ...events.keys(), ...rows.keys()]);
  return [...ids].flatMap((id) =>
    checkDocument(id, rows.get(id), events.get(id) ?? [], [...(entries.get(id) ?? [])], attempts),
  );
}

function checkDocument(
  id: string,
  row: DocumentRow | undefined,
  events: EventRow[],
  entries: EntryRow[],
  attempts: Map<string, Attempt>,
): string[] {
  const history: { event: EventRow; entry: EntryRow; attempt: Attempt | undefined }[] = [];
  for (const event of events) {
    const found = entries.findIndex((entry) => belongs(event, entry));
    if (found < 0) return [`${id}: the event ${event.id} (${event.type}) has no audit entry`];
    const [entry] = entries.splice(found, 1);
    history.push({ event, entry: entry!, attempt: attempts.get(entry!.user_agent ?? '') });
  }
  if (entries.length) return entries.map((entry) => `${id}: no event for the audit entry ${JSON.stringify(entry)}`);

  const faults: string[] = [];
  const says = (index: number, text: string) => {
    const { event, entry } = history[index]!;
    faults.push(`${id}: ${text} (change ${index + 1} of ${history.length}: ${JSON.stringify({ event, entry })})`);
  };
  const state: Record<string, unknown> = { status: 'draft', deleted_at: null };
  let gone = false;
  history.forEach(({ event, entry, attempt }, index) => {
    if ((event.type === 'office.document.created') !== (index === 0)) says(index, 'created is not its first event');
    if (gone) says(index, 'changed after its end');
    if (index === 0) state.title = event.payload.title;
    for (const [field, { from, to }] of Object.entries(entry.changes ?? {})) {
      if (field in state && !isDeepStrictEqual(state[field], from))
        says(index, `${field} was ${String(state[field])} before`);
      if (!event.payload.hard) state[field] = to;
    }
    if (event.payload.title !== state.title) says(index, `the event should name the title ${String(state.title)}`);
    if (event.payload.hard) gone = true;
    const answer = attempt && acknowledged(attempt) && attempt.body ? JSON.parse(attempt.body) : {};
    if (answer.revision !== undefined && answer.revision !== index + 1)
      says(index, `revision ${answer.revision} was answered`);
  });
  // A request answered before another one began comes before it in the log.
  let earliest = Infinity;
  for (let index = history.length - 1; index >= 0; index--) {
    const { attempt } = history[index]!;
    if (!attempt) continue;
    if (earliest < attempt.startedAt) says(index, 'began after the answer to a later change');
    if (acknowledged(attempt)) earliest = Math.min(earliest, attempt.endedAt);
  }
  if (gone !== !row) faults.push(`${id}: ${row ? 'is there after its end' : 'the row is lost'}`);
  if (row) {
    if (row.revision !== history.length) faults.push(`${id}: revision ${row.revision} after ${history.length} changes`);
    for (const field of ['title', 'status'] as const) {
      if (row[field] !== state[field]) faults.push(`${id}: ${field} is ${row[field]}, not ${String(state[field])}`);
    }
    if ((row.deleted_at === null) !== (state.deleted_at === null))
      faults.push(`${id}: deleted_at is ${row.deleted_at}`);
  }
  return faults;
}

/** Written by the same statement, so with the same time and about the same fields. */
function belongs(event: EventRow, entry: EntryRow): boolean {
  // The entry of a deletion for good has the title that the document had.
  const { from, to } = entry.changes?.title ?? {};
  const title = entry.action === 'office.document.deleted' ? from : to;
  return (
    event.type === entry.action &&
    event.timestamp === entry.timestamp &&
    (title === undefined || title === event.payload.title)
  );
}

/** No Idempotency-Key made two keys; acknowledged changes of keys and webhooks are there. */
function checkRecords(journal: Journal, books: Books): string[] {
  const faults: string[] = [];
  const keys = Map.groupBy(books.apiKeys, ({ name, rotated_from }) => rotated_from ?? name);
  const byId = new Map(books.apiKeys.map((key) => [key.id, key]));
  const webhooks = new Map(books.webhooks.map((webhook) => [webhook.id, webhook]));
  for (const operation of journal.operations) {
    const { kind, id, path, target, attempts } = operation;
    const done = attempts.some(acknowledged);
    if (kind === 'key.create' || kind === 'key.rotate') {
      const made = keys.get(kind === 'key.create' ? id : path.split('/').at(-2)!)?.length ?? 0;
      if (made > 1 || (done && made === 0)) faults.push(`${describe(operation)} made ${made} keys`);
    }
    if (kind === 'key.revoke' && done && !byId.get(target!)?.revoked_at)
      faults.push(`${describe(operation)}: not revoked`);
    if (kind === 'webhook.create') {
      const made = books.webhooks.filter(({ url }) => url.endsWith(`/${id}`)).length;
      if (made > 1) faults.push(`${describe(operation)} made ${made} webhooks`);
    }
    if (kind === 'webhook.delete' && done && webhooks.has(target!)) faults.push(`${describe(operation)}: not deleted`);
  }
  return faults;
}

/** Received events are in the log, and events that had to be delivered were received. */
function checkDeliveries(
  journal: Journal,
  books: Books,
  attempts: Map<string, Attempt>,
  successes: EntryRow[],
  received: Map<string, Map<string, Receipt>>,
): string[] {
  const faults: string[] = [];
  const events = new Map(books.events.map((event) => [event.id, event]));
  for (const [subscription, receipts] of received) {
    for (const [id, { type, sequence }] of receipts) {
      const event = events.get(id);
      if (!event) faults.push(`${subscription} received ${id}, which is not in the log`);
      else if (event.type !== type || event.sequence !== sequence) {
        faults.push(
          `${subscription} received ${id} as ${type} ${sequence}, the log has ${event.type} ${event.sequence}`,
        );
      }
    }
  }

  const causes = new Map<string, Attempt>();
  for (const entry of successes) {
    const cause = attempts.get(entry.user_agent ?? '');
    if (cause) causes.set(`${entry.resource_id} ${entry.action} ${entry.timestamp}`, cause);
  }
  const deliveries = new Map(books.deliveries.map((each) => [`${each.webhook_id} ${each.event_id}`, each]));
  const touched = new Set(
    journal.operations.filter(({ kind }) => kind.startsWith('webhook.')).map(({ target }) => target),
  );
  for (const webhook of books.webhooks) {
    const name = webhook.url.split('/').at(-1)!;
    const creation = journal.operations.find(({ id }) => id === name);
    if (!creation) faults.push(`${webhook.id} was made by nobody`);
    if (!creation || touched.has(webhook.id)) continue;
    const since = Math.min(...creation.attempts.filter(acknowledged).map(({ endedAt }) => endedAt));
    for (const event of books.events) {
      const cause = causes.get(`${event.payload.document_id} ${event.type} ${event.timestamp}`);
      if (!cause || cause.startedAt < since || !webhook.events.some((pattern) => matches(pattern, event.type)))
        continue;
      const delivery = deliveries.get(`${webhook.id} ${event.id}`);
      const { accepted = 0, refused = 0 } = received.get(name)?.get(event.id) ?? {};
      const fair = delivery?.status === 'succeeded' ? accepted > 0 : delivery?.status === 'failed' && refused >= TRIES;
      if (!fair) {
        faults.push(
          `${name} should have received ${event.id} (${event.type}, cause ${cause.token}): accepted ${accepted} times, ` +
            `refused ${refused} times, delivery ${JSON.stringify(delivery)}`,
        );
      }
    }
  }
  return faults;
}

const matches = (pattern: string, type: string) =>
  pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));

const describe = ({ id, kind, attempts }: Operation) =>
  `${id} (${kind}; answers ${attempts.map(({ status }) => status || 'none').join(', ')})`;
