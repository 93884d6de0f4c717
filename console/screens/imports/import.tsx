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
import { t } from '../../kit/language.js';

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
      title={t('Cancel the import?')}
      button={t('Cancel the import')}
      work={() => suite.post(`${PATH}/cancel`, { params })}
      done={t('The import is cancelled.')}
      close={close}
    >
      {t('It stops within seconds. The rows that are done stay; you can undo them.')}
    </Confirm>
  ));
  const [undo, undoing] = useDialog((close) => (
    <Confirm
      title={sample ? t('Remove the sample data?') : t('Undo the import?')}
      button={sample ? t('Remove sample data') : t('Undo')}
      work={() => suite.post(`${PATH}/undo`, { params })}
      done={sample ? t('The sample data is being removed.') : t('The import is being undone.')}
      close={close}
    >
      {t(
        'Everything that it created is removed, except for records that somebody has changed or worked on since. Changes to records that were there before stay.',
      )}
    </Confirm>
  ));
  return (
    <RecordPage
      of={{ path: PATH, names: { id } }}
      title={sample ? t('Sample data') : dry_run ? t('Check before an import') : t('Import')}
      about={files.map(({ name }) => name).join(', ')}
      within={{ title: t('Imports'), to: '/imports' }}
      beside={<Status is={status} />}
      actions={
        <>
          {running && status !== 'undoing' && (
            <Button variant="default" onClick={cancel}>
              {t('Cancel')}
            </Button>
          )}
          {undoable && (
            <Button variant="default" onClick={undo}>
              {sample ? t('Remove sample data') : t('Undo')}
            </Button>
          )}
        </>
      }
    >
      {running && (
        <Section title={t('How far it is')}>
          <Progress of={it} />
        </Section>
      )}
      {error && <Problem error={new Error(error)} />}
      {it.counts.length > 0 && (
        <Section title={t('Result')}>
          <Counts of={it} />
        </Section>
      )}
      <Problems of={it} />
      <NotTaken of={it} />
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Rows')]: rowsInWords(it),
            ...(status === 'undone' && {
              [t('Taken back')]: it.undone_count.toLocaleString(),
              [t('Kept, as they were changed')]: it.kept_count.toLocaleString(),
            }),
            [t('By')]: it.created_by && <Named of={it.created_by} />,
            [t('Created')]: <Exact at={it.created_at} />,
            [t('Ended')]: it.completed_at && <When at={it.completed_at} />,
            [t('Undo until')]: undoable && undo_until && <Exact at={undo_until} />,
            [t('Id')]: <Copyable value={id} label={t('the id')} />,
          }}
        />
      </Section>
      {cancelling}
      {undoing}
    </RecordPage>
  );
}
