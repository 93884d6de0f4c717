import { t } from './language.js';
import { worded } from './words.js';

const NAMES: Record<string, string> = {
  low: t('Low priority'),
  medium: t('Medium priority'),
  high: t('High priority'),
  urgent: t('Urgent priority'),
};

const BARS: Record<string, number> = { low: 1, medium: 2, high: 3 };

/** The priority of a task as a sign, with its name for screen readers and on hover. */
export function Priority({ of }: { of: string }) {
  if (of === 'none') return null;
  const name = NAMES[of] ?? worded(of);
  return (
    <span className="priority" data-priority={of} role="img" aria-label={name} title={name}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
        {of === 'urgent' ? (
          <>
            <rect x="1" y="1" width="14" height="14" rx="4" fill="currentColor" />
            <path d="M8 4v5m0 2.5v.5" stroke="var(--card)" strokeWidth="2" strokeLinecap="round" />
          </>
        ) : (
          [0, 1, 2].map((bar) => (
            <rect
              key={bar}
              x={1.5 + bar * 5}
              y={10 - bar * 4}
              width="3"
              height={5 + bar * 4}
              rx="1"
              fill="currentColor"
              opacity={bar < BARS[of]! ? 1 : 0.3}
            />
          ))
        )}
      </svg>
    </span>
  );
}
