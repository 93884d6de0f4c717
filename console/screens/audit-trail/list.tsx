import { Button } from '@mantine/core';
import { useMemo } from 'react';
import {
  About,
  actionInWords,
  type Column,
  CopyAs,
  DataTable,
  Empty,
  Filters,
  formerNameOf,
  Go,
  Icon,
  Page,
  pickOf,
  placeOfEntry,
  RecordOf,
  type Shown,
  type Titles,
  useCatalogue,
  useDialog,
  useFilters,
  useList,
  useMay,
  When,
} from '../../kit/index.js';

import { filtersOf, NAMES, queryOf } from './filters.js';
import { MakeExport } from './make-export.js';
import { Actor, Outcome } from './parts.js';
import { Verify } from './verify.js';
import { inContext, t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

type Entry = Shown<'AuditEntry'> & { titles: Titles };

/** Milliseconds after which it looks again: sign-ins and refused attempts have no event. */
const EVERY_MS = 10_000;

const RecordCell = (entry: Entry) =>
  entry.resource.id === null ? (
    <span className="soft">—</span>
  ) : (
    <RecordOf of={entry.resource} titles={entry.titles} former={formerNameOf(entry)} />
  );

const COLUMNS: Column<Entry>[] = [
  { title: t('Action'), cell: ({ action }) => <span title={action}>{actionInWords(action)}</span> },
  { title: t('By'), cell: ({ actor }) => <Actor of={actor} />, width: '11.5rem', from: 'sm' },
  { title: t('Record'), cell: RecordCell, width: '13rem', from: 'lg' },
  { title: t('Address'), cell: ({ ip_address }) => ip_address, width: '8.5rem', from: 'lg' },
  {
    title: t('Outcome'),
    cell: ({ outcome }) => <Outcome of={outcome} />,
    width: '6.5rem',
    from: 'sm',
  },
  { title: t('When'), cell: ({ timestamp }) => <When at={timestamp} />, width: '9.25rem' },
];

export default function AuditTrail() {
  const [chosen] = useFilters(NAMES);
  const query = { ...queryOf(chosen), include: 'resource' };
  const { included: titles, ...entries } = useList('/v1/guard/audit-logs', { query, every: EVERY_MS });
  const rows = useMemo(() => entries.rows.map((entry) => ({ ...entry, titles })), [entries.rows, titles]);
  const filtered = Object.keys(chosen).some((name) => name !== 'sort');
  const [verify, verifying] = useDialog((close) => <Verify close={close} />);
  const [make, making] = useDialog((close) => <MakeExport of={chosen} close={close} />);
  return (
    <Page
      title={t('Audit trail')}
      dense
      beside={
        <About of={t('Audit trail')}>
          {rich(
            'Who did or tried what, the newest first. Entries are sealed one to the next, so that nobody changes them unseen. {link}',
            { link: <Go to="/audit-trail/exports">{t('Exports')}</Go> },
          )}
        </About>
      }
      actions={
        <>
          <CopyAs request={entries.request} />
          <Button variant="default" leftSection={<Icon name="shield" size={16} />} onClick={verify}>
            {t('Verify')}
          </Button>
          <Button variant="default" leftSection={<Icon name="download" size={16} />} onClick={make}>
            {inContext('verb', 'Export')}
          </Button>
        </>
      }
    >
      <Filters of={filtersOf(useCatalogue(), pickOf(chosen['resource_type'] ?? '', useMay()))} />
      <DataTable
        label={t('Audit trail')}
        list={{ ...entries, rows, included: titles, filtered }}
        columns={COLUMNS}
        to={placeOfEntry}
        empty={
          <Empty icon="eye" title={t('Nothing yet')}>
            {t('Changes, and attempts that were refused, show up here as they happen.')}
          </Empty>
        }
      />
      {verifying}
      {making}
    </Page>
  );
}
