import type { ReactNode } from 'react';
import { worded } from './words.js';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'none';

/** A word on a coloured ground. The colour repeats what the word says. */
export const Tag = ({ tone = 'none', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`tag tag-${tone}`}>{children}</span>
);

/** Tags of a record. */
export const Tags = ({ of }: { of: readonly string[] }) => (
  <span className="tags">
    {of.map((tag) => (
      <Tag key={tag}>{tag}</Tag>
    ))}
  </span>
);

/** The tones of states that several resources have. */
const TONES: Record<string, Tone> = {
  active: 'good',
  completed: 'good',
  delivered: 'good',
  enabled: 'good',
  finished: 'good',
  succeeded: 'good',
  won: 'good',
  expiring: 'warn',
  invited: 'warn',
  paused: 'warn',
  pending: 'warn',
  acknowledged: 'info',
  open: 'info',
  published: 'info',
  running: 'info',
  failed: 'bad',
  lost: 'bad',
  suspended: 'bad',
};

const SEVERITIES: Record<string, Tone> = { info: 'none', low: 'info', medium: 'warn', high: 'bad', critical: 'bad' };

/** How bad something is. */
export const Severity = ({ is }: { is: string }) => <Tag tone={SEVERITIES[is]}>{worded(is)}</Tag>;

/** The state of a record. */
export const Status = ({ is, tone }: { is: string; tone?: Tone }) => <Tag tone={tone ?? TONES[is]}>{worded(is)}</Tag>;
