import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  Confirm,
  Copyable,
  Exact,
  Facts,
  Icon,
  Named,
  Problem,
  Ready,
  RecordPage,
  Section,
  type Shown,
  Status,
  suite,
  useDialog,
  useMay,
  useRead,
  When,
} from '../../kit/index.js';
import { whatOf } from './exports.js';
import { FORMATS } from './make-export.js';

const route = getRouteApi('/audit-trail/exports/$id');

type Export = Shown<'Export'>;

const PATH = '/v1/guard/exports/{job_id}';

/** Milliseconds after which it looks again: while it runs, and later to renew the address of the file. */
const EVERY_MS = 1500;
const RENEW_MS = 10 * 60_000;

const isRunning = ({ status }: Export) => status === 'pending' || status === 'processing';

export default function OneExport() {
  const { id: job_id } = route.useParams();
  const one = useRead(PATH, { path: { job_id }, every: RENEW_MS });
  // It asks the same, more often: both look at one answer.
  useRead(PATH, { path: { job_id }, every: EVERY_MS, when: one.data !== undefined && isRunning(one.data) });
  return <Ready of={one}>{(it) => <One key={job_id} of={it} />}</Ready>;
}

function One({ of: it }: { of: Export }) {
  const { job_id, status, format, gzip, download_url } = it;
  const running = isRunning(it);
  const may = useMay()('guard:write');
  const navigate = useNavigate();
  const [end, ending] = useDialog((close) => (
    <Confirm
      title={running ? 'Cancel the export?' : 'Remove the file?'}
      button={running ? 'Cancel the export' : 'Remove'}
      work={() => suite.delete(PATH, { params: { path: { job_id } } })}
      done={running ? 'The export is cancelled.' : 'The file is removed.'}
      after={() => running || navigate({ to: '/audit-trail/exports' })}
      close={close}
    >
      {running
        ? 'It stops within seconds, and there will be no file.'
        : 'Nobody can download it any more. Copies that were downloaded stay.'}
    </Confirm>
  ));
  return (
    <RecordPage
      of={{ path: PATH, names: { job_id } }}
      title="Export of the audit trail"
      about={whatOf(it)}
      within={{ title: 'Exports', to: '/audit-trail/exports' }}
      beside={<Status is={status} />}
      actions={
        <>
          {may && (running || status === 'completed') && (
            <Button variant="default" onClick={end}>
              {running ? 'Cancel' : 'Remove the file'}
            </Button>
          )}
          {download_url && (
            <Button component="a" href={download_url} download leftSection={<Icon name="download" size={16} />}>
              Download
            </Button>
          )}
        </>
      }
    >
      {running && <Progress of={it} />}
      {it.error && <Problem error={new Error(it.error)} />}
      <Section title="About it">
        <Facts
          of={{
            Format: `${FORMATS[format]}${gzip ? ', compressed' : ''}`,
            Entries: it.row_count.toLocaleString(),
            Size: it.size_bytes === null ? null : sizeOf(it.size_bytes),
            'Asked for by': <Named of={it.requested_by} />,
            Made: <Exact at={it.created_at} />,
            Ready: it.completed_at && <When at={it.completed_at} />,
            'There until': it.expires_at && <Exact at={it.expires_at} />,
            Id: <Copyable value={job_id} label="the id" />,
            'SHA-256 of the file': it.sha256 && <Copyable value={it.sha256} label="the digest" />,
          }}
        />
      </Section>
      {ending}
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
    <Section title="How far it is">
      <div className="replay" role="status">
        <progress className="wide" aria-label="Written" {...(max && { value: Math.min(row_count, max), max })} />
        <span className="soft">
          {status === 'pending'
            ? 'It waits for its turn'
            : `${row_count.toLocaleString()}${max ? ` of about ${max.toLocaleString()}` : ''} entries written`}
        </span>
      </div>
    </Section>
  );
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

function sizeOf(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return `${(bytes / 1000 ** step).toLocaleString(undefined, { maximumFractionDigits: step ? 1 : 0 })} ${UNITS[step]}`;
}
