import { ActionIcon, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Icon, type List, shownTotal, useFilters, useList } from '../../kit/index.js';
import { LIST_NAMES, ofJob, POOL } from './filters.js';
import { t } from '../../kit/language.js';

/** Rows beyond which the list is not searched for the candidate that is shown. */
const MAX_ROWS = 1000;

/** The candidates before and after this one in the list that people came from: by button, and by Alt with an arrow. */
export function Neighbours({ id }: { id: string }) {
  const [chosen] = useFilters(['list', 'job_id']);
  if (!chosen.list) return null;
  return chosen.job_id ? <InJob id={id} job={chosen.job_id} /> : <InPool id={id} />;
}

const InJob = ({ id, job }: { id: string; job: string }) => (
  <Walk
    id={id}
    list={useList('/v1/careers/jobs/{job_id}/applications', { path: { job_id: job }, filters: ofJob([]) })}
  />
);

const InPool = ({ id }: { id: string }) => (
  <Walk id={id} list={useList('/v1/careers/applications', { filters: POOL })} />
);

interface Place {
  before?: string;
  after?: string;
  /** Counted from 1. */
  number: number;
}

function Walk({ id, list }: { id: string; list: List<{ id: string }> }) {
  const { rows, hasMore, total, loading, more } = list;
  const navigate = useNavigate();
  const [filters] = useFilters(['list', ...LIST_NAMES]);
  const index = rows.findIndex((row) => row.id === id);
  // A candidate who was moved or rejected may be in the list no more: it goes on from where they were.
  const kept = useRef<Place | null>(null);
  if (index >= 0) kept.current = { before: rows[index - 1]?.id, after: rows[index + 1]?.id, number: index + 1 };
  const place = kept.current;
  const search = hasMore && !loading && (place ? index === rows.length - 1 : rows.length < MAX_ROWS);
  useEffect(() => {
    if (search) more();
  }, [search, rows.length]);

  const go = (to: string | undefined) =>
    to && void navigate({ to: '/candidates/$id', params: { id: to }, search: filters });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const to = event.altKey && { ArrowUp: place?.before, ArrowDown: place?.after }[event.key];
      // With these keys a choice opens, and dialogs are on top of the page.
      if (!to || (event.target as Element).closest('select, input, textarea, [role=dialog], [contenteditable]')) return;
      event.preventDefault();
      go(to);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  if (!place) return null;
  return (
    <Group gap={4} role="group" aria-label={t('Candidates of the list')} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('Previous candidate')}
        title={t('Previous candidate (Alt ↑)')}
        aria-keyshortcuts="Alt+ArrowUp"
        disabled={!place.before}
        onClick={() => go(place.before)}
      >
        <Icon name="chevronUp" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('Next candidate')}
        title={t('Next candidate (Alt ↓)')}
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={!place.after}
        onClick={() => go(place.after)}
      >
        <Icon name="chevronDown" />
      </ActionIcon>
      {total && (
        <span className="soft">
          {t('{number} of {total}', { number: place.number.toLocaleString(), total: shownTotal(total) })}
        </span>
      )}
    </Group>
  );
}
