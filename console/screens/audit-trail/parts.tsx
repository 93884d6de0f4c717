import { Id, Named, type Shown, Status, WithApp, worded } from '../../kit/index.js';

type Entry = Shown<'AuditEntry'>;

function Who({ of: { type, id, email } }: { of: Entry['actor'] }) {
  if (email && id) return <Id of={id} as={email} />;
  return id ? <Named of={id} /> : <span className="soft">{worded(type)}</span>;
}

/** The actor: a user by the address of that time, with the app they used; a key or an app by its name. */
export const Actor = ({ of }: { of: Entry['actor'] }) => (
  <>
    <Who of={of} /> <WithApp of={of.via} />
  </>
);

const TONES = { success: 'good', failure: 'warn', denied: 'bad' } as const;

export const Outcome = ({ of }: { of: Entry['outcome'] }) => <Status is={of} tone={TONES[of]} />;

/** The name that a record had before a change or its deletion for good. Null where that left the name as it was. */
export function formerNameOf({ changes }: Entry): string | null {
  const fields = changes as Record<string, { from?: unknown }> | null;
  const before = fields?.title?.from ?? fields?.name?.from;
  return typeof before === 'string' && before ? before : null;
}
