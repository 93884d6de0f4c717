import { Autocomplete } from '@mantine/core';
import { useRead } from '../../kit/index.js';
import type { InputProps } from '../../kit/schema/input.js';

/** Suggested until a workspace has given reasons of its own. */
const USUAL = ['Price', 'A competitor', 'No budget', 'No decision', 'A feature is missing', 'Bad timing'];

/** Why a deal was closed: any text, with the reasons that were given last as suggestions, so that reports can add them up. */
export function CloseReason({ of, value, onChange, error, values, autoFocus }: InputProps) {
  const outcome = values.outcome === 'won' ? 'won' : 'lost';
  const { data } = useRead('/v1/sales/deals', { query: { status: outcome, sort: 'updated_at:desc', limit: 100 } });
  const given = (data?.data ?? []).flatMap(({ close_reason }) => close_reason?.trim() || []);
  return (
    <Autocomplete
      label={of.label}
      error={error}
      data={[...new Set([...given, ...(outcome === 'lost' ? USUAL : [])])]}
      limit={20}
      openOnFocus={false}
      value={value}
      onChange={onChange}
      data-autofocus={autoFocus || undefined}
    />
  );
}
