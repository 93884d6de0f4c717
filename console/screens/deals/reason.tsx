import { Button, TextInput } from '@mantine/core';
import { useRead } from '../../kit/index.js';
import type { InputProps } from '../../kit/schema/input.js';
import styles from './deals.module.css';
import { t } from '../../kit/language.js';

/** Suggestions below the input. */
const MAX_SUGGESTIONS = 8;

/** Suggested until a workspace has given reasons of its own. */
const USUAL = [
  t('Price'),
  t('A competitor'),
  t('No budget'),
  t('No decision'),
  t('A feature is missing'),
  t('Bad timing'),
];

/** Why a deal was closed: any text, with the reasons that were given last as suggestions, so that reports can add them up. */
export function CloseReason({ of, value, onChange, error, values, autoFocus }: InputProps) {
  const outcome = values.outcome === 'won' ? 'won' : 'lost';
  const { data } = useRead('/v1/sales/deals', { query: { status: outcome, sort: 'updated_at:desc', limit: 100 } });
  const given = (data?.data ?? []).flatMap(({ close_reason }) => close_reason?.trim() || []);
  const usual = [...new Set([...given, ...(outcome === 'lost' ? USUAL : [])])].slice(0, MAX_SUGGESTIONS);
  return (
    <div>
      <TextInput
        label={of.label}
        error={error}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data-autofocus={autoFocus || undefined}
      />
      {/* No list that opens: it would cover the buttons of the dialog. */}
      {usual.length > 0 && (
        <div className={styles.suggestions} role="group" aria-label={t('Usual reasons')}>
          {usual.map((each) => (
            <Button
              key={each}
              size="compact-sm"
              variant={each === value ? 'light' : 'default'}
              aria-pressed={each === value}
              onClick={() => onChange(each)}
            >
              {each}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
