import { Id, Named, prefixOf, recordInWords, type Shown, Status, WithApp, worded } from '../../kit/index.js';
import { t } from '../../kit/language.js';

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

/** The record that an entry is about, in a cell. */
export function RecordOf({ of: entry }: { of: Entry }) {
  const { id } = entry.resource;
  const prefix = id && prefixOf(id);
  const former = formerNameOf(entry);
  if (id && prefix)
    return (
      <>
        <Id of={id} as={recordInWords(entry.resource)} />
        {former && <span className="soft"> {t('formerly “{former}”', { former: former.slice(0, 100) })}</span>}
      </>
    );
  return id ? id.slice(0, 100) : <span className="soft">—</span>;
}
