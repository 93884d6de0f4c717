import { getRouteApi } from '@tanstack/react-router';
import {
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
  When,
} from '../../kit/index.js';
import { plural, t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/archives/$id');

type Archive = Shown<'Archive'>;

const PATH = '/v1/operations/archives/{id}';

export default function OneArchive() {
  const { id } = route.useParams();
  return <Ready of={useFileJob(PATH, { id })}>{(it) => <One key={id} of={it} />}</Ready>;
}

function One({ of: it }: { of: Archive }) {
  const { id, status, error, missing_file_count: missing } = it;
  return (
    <RecordPage
      of={{ path: PATH, names: { id } }}
      title={t('Archive of the workspace')}
      about={t('All records, files and the audit log, as they were at one moment.')}
      within={{ title: t('Archives'), to: '/archives' }}
      beside={<Status is={status} />}
      actions={
        <FileJobActions
          of={it}
          noun={t('archive')}
          may
          end={() => suite.delete(PATH, { params: { path: { id } } })}
          list="/archives"
        />
      }
    >
      {isRunning(it) && <Progress of={it} />}
      {error && <Problem error={new Error(error)} />}
      <div className="cards cards-two">
        <Section title={t('About')}>
          <Facts
            of={{
              [t('Records')]: it.record_count.toLocaleString(),
              [t('Files')]: it.file_count.toLocaleString(),
              [t('Files that are lost')]: missing ? missing.toLocaleString() : t('None'),
              [t('Size')]: it.size_bytes === null ? null : sized(it.size_bytes),
              [t('Asked for by')]: <Named of={it.requested_by} />,
              [t('Created')]: <Exact at={it.created_at} />,
              [t('Ready')]: it.completed_at && <When at={it.completed_at} />,
              [t('There until')]: it.expires_at && <Exact at={it.expires_at} />,
              [t('Id')]: <Copyable value={id} label={t('the id')} />,
              [t('SHA-256 of its manifest')]: it.manifest_sha256 && (
                <Copyable value={it.manifest_sha256} label={t('the digest')} />
              ),
            }}
          />
        </Section>
        <Section title={t('What is in it')}>
          <ul>
            <li>
              {rich('{code} has the records of each type, one JSON object per line.', {
                code: <code>records/</code>,
              })}
            </li>
            <li>{rich('{code} has the bytes of all files.', { code: <code>files/</code> })}</li>
            <li>
              {rich('{code} has the audit log, with its checkpoints and the keys to check them.', {
                code: <code>audit/</code>,
              })}
            </li>
            <li>{rich('{code} is signed, and has the SHA-256 of each part.', { code: <code>manifest.json</code> })}</li>
          </ul>
          <p>
            {t(
              'It has no passwords, keys or other secrets, no sign-in of anybody, and no webhooks. The manifest names all that is left out.',
            )}
          </p>
          <p>
            {t('The command line of another deployment imports it. It checks every byte before it writes anything:')}
          </p>
          <Copyable value="npm run -s cli -- workspace import FILE" label={t('the command')} />
        </Section>
      </div>
    </RecordPage>
  );
}

/** How far it is. How much there is, nobody counts beforehand. */
const Progress = ({ of: { status, record_count, file_count } }: { of: Archive }) => (
  <Section title={t('How far it is')}>
    <div className="replay" role="status">
      <progress className="wide" aria-label={t('Written')} />
      <span className="soft">
        {status === 'pending'
          ? t('It waits for its turn')
          : t('{records} and {files} written', {
              records: plural(record_count, '{count} record', '{count} records'),
              files: plural(file_count, '{count} file', '{count} files'),
            })}
      </span>
    </div>
  </Section>
);
