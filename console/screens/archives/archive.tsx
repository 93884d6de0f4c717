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
  counted,
} from '../../kit/index.js';

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
      title="Archive of the workspace"
      about="All records, files and the audit log, as they were at one moment."
      within={{ title: 'Archives', to: '/archives' }}
      beside={<Status is={status} />}
      actions={
        <FileJobActions
          of={it}
          noun="archive"
          may
          end={() => suite.delete(PATH, { params: { path: { id } } })}
          list="/archives"
        />
      }
    >
      {isRunning(it) && <Progress of={it} />}
      {error && <Problem error={new Error(error)} />}
      <div className="cards cards-two">
        <Section title="About">
          <Facts
            of={{
              Records: it.record_count.toLocaleString(),
              Files: it.file_count.toLocaleString(),
              'Files that are lost': missing ? missing.toLocaleString() : 'None',
              Size: it.size_bytes === null ? null : sized(it.size_bytes),
              'Asked for by': <Named of={it.requested_by} />,
              Created: <Exact at={it.created_at} />,
              Ready: it.completed_at && <When at={it.completed_at} />,
              'There until': it.expires_at && <Exact at={it.expires_at} />,
              Id: <Copyable value={id} label="the id" />,
              'SHA-256 of its manifest': it.manifest_sha256 && (
                <Copyable value={it.manifest_sha256} label="the digest" />
              ),
            }}
          />
        </Section>
        <Section title="What is in it">
          <ul>
            <li>
              <code>records/</code> has the records of each type, one JSON object per line.
            </li>
            <li>
              <code>files/</code> has the bytes of all files.
            </li>
            <li>
              <code>audit/</code> has the audit log, with its checkpoints and the keys to check them.
            </li>
            <li>
              <code>manifest.json</code> is signed, and has the SHA-256 of each part.
            </li>
          </ul>
          <p>
            It has no passwords, keys or other secrets, no sign-in of anybody, and no webhooks. The manifest names all
            that is left out.
          </p>
          <p>The command line of another deployment imports it. It checks every byte before it writes anything:</p>
          <Copyable value="npm run -s cli -- workspace import FILE" label="the command" />
        </Section>
      </div>
    </RecordPage>
  );
}

/** How far it is. How much there is, nobody counts beforehand. */
const Progress = ({ of: { status, record_count, file_count } }: { of: Archive }) => (
  <Section title="How far it is">
    <div className="replay" role="status">
      <progress className="wide" aria-label="Written" />
      <span className="soft">
        {status === 'pending'
          ? 'It waits for its turn'
          : `${counted(record_count, 'record')} and ${counted(file_count, 'file')} written`}
      </span>
    </div>
  </Section>
);
