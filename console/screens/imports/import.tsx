import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import {
  Confirm,
  Copyable,
  Exact,
  Facts,
  Named,
  Problem,
  Ready,
  RecordPage,
  Section,
  type Shown,
  Status,
  suite,
  useDialog,
  When,
} from '../../kit/index.js';
import { Counts, isRunning, NotTaken, Problems, Progress, rowsInWords, useImport } from './parts.js';

const route = getRouteApi('/imports/$id');
const PATH = '/v1/imports/{id}';

export default function OneImport() {
  const { id } = route.useParams();
  return <Ready of={useImport(id)}>{(it) => <One key={id} of={it} />}</Ready>;
}

function One({ of: it }: { of: Shown<'FileImport'> }) {
  const { id, status, dry_run, sample, files, undo_until, error } = it;
  const running = isRunning(it);
  const undoable = !dry_run && !running && undo_until !== null && status !== 'undone';
  const params = { path: { id } };
  const [cancel, cancelling] = useDialog((close) => (
    <Confirm
      title="Cancel the import?"
      button="Cancel the import"
      work={() => suite.post(`${PATH}/cancel`, { params })}
      done="The import is cancelled."
      close={close}
    >
      It stops within seconds. The rows that are done stay; you can undo them.
    </Confirm>
  ));
  const [undo, undoing] = useDialog((close) => (
    <Confirm
      title={sample ? 'Remove the sample data?' : 'Undo the import?'}
      button={sample ? 'Remove sample data' : 'Undo'}
      work={() => suite.post(`${PATH}/undo`, { params })}
      done={sample ? 'The sample data is being removed.' : 'The import is being undone.'}
      close={close}
    >
      Everything that it created is removed, except for records that somebody has changed or worked on since. Changes to
      records that were there before stay.
    </Confirm>
  ));
  return (
    <RecordPage
      of={{ path: PATH, names: { id } }}
      title={sample ? 'Sample data' : dry_run ? 'Check before an import' : 'Import'}
      about={files.map(({ name }) => name).join(', ')}
      within={{ title: 'Imports', to: '/imports' }}
      beside={<Status is={status} />}
      actions={
        <>
          {running && status !== 'undoing' && (
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
          )}
          {undoable && (
            <Button variant="default" onClick={undo}>
              {sample ? 'Remove sample data' : 'Undo'}
            </Button>
          )}
        </>
      }
    >
      {running && (
        <Section title="How far it is">
          <Progress of={it} />
        </Section>
      )}
      {error && <Problem error={new Error(error)} />}
      {it.counts.length > 0 && (
        <Section title="Result">
          <Counts of={it} />
        </Section>
      )}
      <Problems of={it} />
      <NotTaken of={it} />
      <Section title="About">
        <Facts
          of={{
            Rows: rowsInWords(it),
            ...(status === 'undone' && {
              'Taken back': it.undone_count.toLocaleString(),
              'Kept, as they were changed': it.kept_count.toLocaleString(),
            }),
            By: it.created_by && <Named of={it.created_by} />,
            Created: <Exact at={it.created_at} />,
            Ended: it.completed_at && <When at={it.completed_at} />,
            'Undo until': undoable && undo_until && <Exact at={undo_until} />,
            Id: <Copyable value={id} label="the id" />,
          }}
        />
      </Section>
      {cancelling}
      {undoing}
    </RecordPage>
  );
}
