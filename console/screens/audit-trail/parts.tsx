import { Id, Named, prefixOf, type Shown, Status, WithApp, worded } from '../../kit/index.js';

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

/** Letters at the end of an id by which people tell it from others. */
const END = 6;

/** The record that an entry is about, in a cell. */
export function RecordOf({ of: id }: { of: string | null }) {
  const prefix = id && prefixOf(id);
  if (id && prefix) return <Id of={id} as={`${prefix}_…${id.slice(-END)}`} />;
  return id ? id.slice(0, 100) : <span className="soft">—</span>;
}
