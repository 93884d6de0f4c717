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
