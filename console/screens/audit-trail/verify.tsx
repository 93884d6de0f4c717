import { Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  Dialog,
  Copyable,
  Exact,
  Icon,
  isoOf,
  Problem,
  type Shown,
  shownTotal,
  suite,
  useRead,
} from '../../kit/index.js';
import styles from './verify.module.css';

type Verdict = Shown<'Verification'>;

const FLAWS: Record<NonNullable<Verdict['reason']>, string> = {
  entry_changed: 'An entry was changed after it was sealed.',
  entry_missing: 'An entry is missing between two others.',
  entry_inserted: 'An entry was put in after its place was sealed.',
  end_missing: 'The last entries are missing: a signed checkpoint knows more than there are.',
  checkpoint_differs: 'The trail is not what a signed checkpoint says it was.',
  checkpoint_forged: 'A checkpoint does not have our signature.',
  purge_forged: 'The record of what was purged does not have our signature.',
};

/** Checks that nothing in the trail was changed, and says so in words. */
export function Verify({ close }: { close: () => void }) {
  const [range, choose] = useState({ from: '', to: '' });
  const query = { from: isoOf(range.from) || undefined, to: isoOf(range.to) || undefined };
  const check = useMutation({
    mutationFn: (signal: AbortSignal) => suite.get('/v1/guard/audit-logs/verify', { params: { query }, signal }),
  });
  // Closing the dialog cancels the request.
  const [stop] = useState(() => new AbortController());
  useEffect(() => () => stop.abort(), [stop]);
  return (
    <Dialog onClose={close} title="Verify the audit trail">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!check.isPending) check.mutate(stop.signal);
        }}
      >
        <p>
          Every entry is sealed with a hash that the next one holds, and checkpoints of it are signed. This reads all of
          them and says whether anything was changed, removed or put in. The check itself is noted in the trail.
        </p>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              name={name}
              label={name === 'from' ? 'From' : 'Until'}
              description={name === 'from' ? 'Empty: the beginning' : 'Empty: now'}
              type="datetime-local"
              data-autofocus={name === 'from' ? true : undefined}
              value={range[name]}
              onChange={({ currentTarget }) => choose({ ...range, [name]: currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        {check.isPending && <Checking query={query} />}
        {check.error && <Problem error={check.error} />}
        {check.data && !check.isPending && <Result of={check.data} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {check.data ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" loading={check.isPending}>
            {check.data ? 'Verify again' : 'Verify'}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

function Checking({ query }: { query: { from?: string; to?: string } }) {
  const entries = useRead('/v1/guard/audit-logs', { query: { ...query, limit: 1 } });
  return (
    <div className="replay" role="status">
      <progress className="wide" aria-label="Checking" />
      <span className="soft">
        Checking {entries.data ? `${shownTotal(entries.data.meta)} entries` : 'the entries'} …
      </span>
    </div>
  );
}

function Result({ of: verdict }: { of: Verdict }) {
  const { valid, checked, unsealed, reason, first_invalid_id, head } = verdict;
  const entries = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString()} entries`);
  return (
    <div className={`${styles.seal} ${valid ? styles.sealGood : styles.sealBad}`} role="status">
      <Icon name={valid ? 'check' : 'alert'} size={22} />
      <div className="stack">
        <strong>{valid ? 'The trail is as it was sealed' : 'The trail is not as it was sealed'}</strong>
        {valid ? (
          <p>
            {entries(checked)} checked, up to number {head.sequence.toLocaleString()}: none was changed, removed or put
            in.
            {unsealed > 0 && ` ${entries(unsealed)} not sealed yet; check again in a minute.`}
          </p>
        ) : (
          <>
            <p>
              {reason && FLAWS[reason]} {entries(checked)} were checked. Keep a copy of the database as it is now, and
              tell your operator.
            </p>
            {first_invalid_id && (
              <p>
                First seen at <Copyable value={first_invalid_id} label="the id of the entry" />
              </p>
            )}
          </>
        )}
        <small className="soft">
          <Exact at={new Date().toISOString()} />
        </small>
      </div>
    </div>
  );
}
