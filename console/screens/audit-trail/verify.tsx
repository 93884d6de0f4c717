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
import { plural, t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

type Verdict = Shown<'Verification'>;

const FLAWS: Record<NonNullable<Verdict['reason']>, string> = {
  entry_changed: t('An entry was changed after it was sealed.'),
  entry_missing: t('An entry is missing between two others.'),
  entry_inserted: t('An entry was put in after its place was sealed.'),
  end_missing: t('The last entries are missing: a signed checkpoint knows more than there are.'),
  checkpoint_differs: t('The trail is not what a signed checkpoint says it was.'),
  checkpoint_forged: t('A checkpoint does not have our signature.'),
  purge_forged: t('The record of what was purged does not have our signature.'),
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
    <Dialog onClose={close} title={t('Verify the audit trail')}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!check.isPending) check.mutate(stop.signal);
        }}
      >
        <p>
          {t(
            'Every entry is sealed with a hash that the next one holds, and checkpoints of it are signed. This reads all of them and says whether anything was changed, removed or put in. The check itself is noted in the trail.',
          )}
        </p>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              name={name}
              label={name === 'from' ? t('From') : t('Until')}
              description={name === 'from' ? t('Empty: the beginning') : t('Empty: now')}
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
            {check.data ? t('Close') : t('Cancel')}
          </Button>
          <Button type="submit" loading={check.isPending}>
            {check.data ? t('Verify again') : t('Verify')}
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
      <progress className="wide" aria-label={t('Checking')} />
      <span className="soft">
        {t('Checking {what} …', {
          what: entries.data ? t('{total} entries', { total: shownTotal(entries.data.meta) }) : t('the entries'),
        })}
      </span>
    </div>
  );
}

function Result({ of: verdict }: { of: Verdict }) {
  const { valid, checked, unsealed, reason, first_invalid_id, head } = verdict;
  const entries = (count: number) => plural(count, '{count} entry', '{count} entries');
  return (
    <div className={`${styles.seal} ${valid ? styles.sealGood : styles.sealBad}`} role="status">
      <Icon name={valid ? 'check' : 'alert'} size={22} />
      <div className="stack">
        <strong>{valid ? t('The trail is as it was sealed') : t('The trail is not as it was sealed')}</strong>
        {valid ? (
          <p>
            {t('{entries} checked, up to number {sequence}: none was changed, removed or put in.', {
              entries: entries(checked),
              sequence: head.sequence.toLocaleString(),
            })}
            {unsealed > 0 &&
              ` ${t('{entries} not sealed yet; check again in a minute.', { entries: entries(unsealed) })}`}
          </p>
        ) : (
          <>
            <p>
              {t('{reason} {entries} were checked. Keep a copy of the database as it is now, and tell your operator.', {
                reason: reason && FLAWS[reason],
                entries: entries(checked),
              })}
            </p>
            {first_invalid_id && (
              <p>
                {rich('First seen at {first_invalid}', {
                  first_invalid: <Copyable value={first_invalid_id} label={t('the id of the entry')} />,
                })}
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
