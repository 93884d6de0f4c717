import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  Calm,
  Entries,
  Failed,
  listed,
  Loading,
  Named,
  Section,
  type Shown,
  useAsk,
  When,
  titlesIn,
} from '../../kit/index.js';
import type { Draft } from './writing.js';
import styles from './simulation.module.css';
import { plural, t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

type Simulated = Shown<'Simulation'>;
type Question = Shown<'SimulatePolicy'>;

const DAYS = [
  { value: '1', label: t('last day') },
  { value: '7', label: t('last 7 days') },
  { value: '30', label: t('last 30 days') },
  { value: '90', label: t('last 90 days') },
];

/** Why nothing can be said of some entries. */
const UNJUDGED: Record<Simulated['not_judged_reasons'][number]['reason'], string> = {
  not_done: t('were refused anyway, or failed'),
  system: t('the system did itself, which no policy binds'),
  not_asked: t('were signing in and the like, of which policies are not asked'),
  actor_unknown: t('were by somebody who is gone, and their groups and roles with them'),
  record_unknown: t('were about a record that is gone, and its tags with it, or may have named another one'),
  action_ambiguous: t('could have been requests of several kinds, not all of which would be refused'),
};

/** Tries a policy on what happened: one that is there, or a draft. */
export function TryIt({ policy, id }: { policy?: Draft; id?: string }) {
  const [days, setDays] = useState('7');
  const [asked, ask] = useState<Question | null>(null);
  const { name: _, ...draft } = policy ?? ({} as Draft);
  const question: Question = id ? { policy_id: id, days: Number(days) } : { policy: draft, days: Number(days) };
  const isOld = asked !== null && JSON.stringify(asked) !== JSON.stringify(question);
  if (policy?.effect === 'allow') return null;
  return (
    <Section title={t('What it would have refused')}>
      <div className="stack">
        <div className="in-line">
          <NativeSelect
            aria-label={t('How far back')}
            data={DAYS}
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
          />
          <Button variant="default" onClick={() => ask(question)}>
            {t('Simulate')}
          </Button>
        </div>
        {asked ? (
          <>
            {isOld && <p className="hint">{t('The policy has changed since. Simulate again.')}</p>}
            <Outcome of={asked} />
          </>
        ) : (
          <p className="soft">{t('Tries it on the audit log. Nothing is changed.')}</p>
        )}
      </div>
    </Section>
  );
}

/** The requests that a policy would have refused. */
export function Outcome({ of }: { of: Question }) {
  const { data, error, refetch } = useAsk('/v1/guard/policies/simulate', of);
  if (error) return <Failed error={error} again={() => void refetch()} />;
  if (!data) return <Loading rows={3} />;
  const { matched, judged, complete, from, not_judged, not_judged_reasons: reasons } = data;
  return (
    <div className="stack" role="status">
      {matched ? (
        <p className="verdict verdict-bad">
          {plural(
            matched,
            '{count} thing of {judged} would have been refused.',
            '{count} things of {judged} would have been refused.',
            { judged: judged.toLocaleString() },
          )}
        </p>
      ) : (
        <Calm>
          {plural(
            judged,
            'The one thing that people did would not have been refused.',
            'None of the {count} things that people did would have been refused.',
          )}
        </Calm>
      )}
      {!complete && (
        <p className="hint">
          {rich('There is more than it looks at: it went back to {from}.', { from: <When at={from} /> })}
        </p>
      )}
      {matched > 0 && (
        <>
          <Tally
            title={t('By')}
            of={data.by_actor.map(({ actor, count }) => [
              actor.id ? (
                <Named of={actor.id} />
              ) : actor.type === 'public' ? (
                t('somebody without a credential')
              ) : (
                actor.type
              ),
              count,
            ])}
          />
          <Tally title={t('Doing')} of={data.by_action.map(({ action, count }) => [<code>{action}</code>, count])} />
          <details>
            <summary>{t('The newest of them')}</summary>
            <Entries of={data.examples} titles={titlesIn(data.records)} />
          </details>
        </>
      )}
      {not_judged > 0 && (
        <p className="soft">
          {t('Of {not_judged} more nothing can be said: {reasons}.', {
            not_judged: not_judged.toLocaleString(),
            reasons: listed(reasons.map(({ reason, count }) => `${count.toLocaleString()} ${UNJUDGED[reason]}`)),
          })}
        </p>
      )}
    </div>
  );
}

/** How often what, the most first. */
function Tally({ title, of }: { title: string; of: [ReactNode, number][] }) {
  const most = of[0]?.[1] ?? 1;
  return (
    <table className={styles.tally}>
      <caption>{title}</caption>
      <tbody>
        {of.map(([what, times], index) => (
          <tr key={index}>
            <th scope="row">{what}</th>
            <td>{times.toLocaleString()}</td>
            <td aria-hidden>
              <span style={{ width: `${Math.max(2, (100 * times) / most)}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
