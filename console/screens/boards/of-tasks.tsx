import { Page, useList } from '../../kit/index.js';
import { TaskBoards } from './boards.js';
import { OnlyBoard } from './only.js';
import { t } from '../../kit/language.js';

/** A board for each active project. One alone is opened at once. */
export default function OfTaskBoards() {
  const list = useList('/v1/project/projects', { query: { status: 'active' } });
  return (
    <OnlyBoard kind="tasks" of={list}>
      <Page title={t('Task boards')} about={t('A board for each active project.')}>
        <TaskBoards />
      </Page>
    </OnlyBoard>
  );
}
