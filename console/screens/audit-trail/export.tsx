import { getRouteApi } from '@tanstack/react-router';
import {
  Calm,
  Copyable,
  Exact,
  Facts,
  FileJobActions,
  isRunning,
  Named,
  Problem,
  Ready,
  RecordPage,
  Section,
  type Shown,
  sized,
  Status,
  suite,
  useFileJob,
  useMay,
  useRead,
  When,
} from '../../kit/index.js';
import { whatOf } from './exports.js';
import { FORMATS } from './make-export.js';
import { plural, t } from '../../kit/language.js';

const route = getRouteApi('/audit-trail/exports/$id');

type Export = Shown<'Export'>;

const PATH = '/v1/guard/exports/{job_id}';

export default function OneExport() {
  const { id: job_id } = route.useParams();
  return <Ready of={useFileJob(PATH, { job_id })}>{(it) => <One key={job_id} of={it} />}</Ready>;
}

function One({ of: it }: { of: Export }) {
  const { job_id, status, format, gzip } = it;
  const may = useMay()('guard:write');
  return (
    <RecordPage
      of={{ path: PATH, names: { job_id } }}
      title={t('Export of the audit trail')}
      about={whatOf(it)}
      within={{ title: t('Exports'), to: '/audit-trail/exports' }}
      beside={<Status is={status} />}
      actions={
        <FileJobActions
          of={it}
          noun={t('export')}
          may={may}
          end={() => suite.delete(PATH, { params: { path: { job_id } } })}
          list="/audit-trail/exports"
        />
      }
    >
      {isRunning(it) && <Progress of={it} />}
      {it.error && <Problem error={new Error(it.error)} />}
      {status === 'completed' && !it.download_url && (
        <Calm icon="lock">
          {t('Only the person who asked for this export may download it, with the rights of that time')}
        </Calm>
      )}
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Format')]: `${FORMATS[format]}${gzip ? ', compressed' : ''}`,
            [t('Entries')]: it.row_count.toLocaleString(),
            [t('Size')]: it.size_bytes === null ? null : sized(it.size_bytes),
            [t('Asked for by')]: <Named of={it.requested_by} />,
            [t('Values')]: it.read_all
              ? t('All, by the role that reads all')
              : t('Those that the person who asked for it may read'),
            [t('Created')]: <Exact at={it.created_at} />,
            [t('Ready')]: it.completed_at && <When at={it.completed_at} />,
            [t('There until')]: it.expires_at && <Exact at={it.expires_at} />,
            [t('Id')]: <Copyable value={job_id} label={t('the id')} />,
            [t('SHA-256 of the file')]: it.sha256 && <Copyable value={it.sha256} label={t('the digest')} />,
          }}
        />
      </Section>
    </RecordPage>
  );
}

/** How far it is, as the list with its filters has so many entries. */
function Progress({ of: { row_count, filters, status } }: { of: Export }) {
  const all = useRead('/v1/guard/audit-logs', { query: { ...(filters as object), limit: 1 } });
  // Above 10 000 the total is unknown, and so is the progress.
  const { total, total_relation } = all.data?.meta ?? {};
  const max = total_relation ? undefined : total;
  return (
    <Section title={t('How far it is')}>
      <div className="replay" role="status">
        <progress className="wide" aria-label={t('Written')} {...(max && { value: Math.min(row_count, max), max })} />
        <span className="soft">
          {status === 'pending'
            ? t('It waits for its turn')
            : max
              ? t('{row_count} of about {entries} written', {
                  row_count: row_count.toLocaleString(),
                  entries: plural(max, '{count} entry', '{count} entries'),
                })
              : t('{entries} written', { entries: plural(row_count, '{count} entry', '{count} entries') })}
        </span>
      </div>
    </Section>
  );
}
