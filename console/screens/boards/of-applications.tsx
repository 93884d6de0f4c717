import { Page, useList } from '../../kit/index.js';
import { ApplicationBoards } from './boards.js';
import { OnlyBoard } from './only.js';
import { t } from '../../kit/language.js';

/** A board for each published job. One alone is opened at once. */
export default function OfApplicationBoards() {
  const list = useList('/v1/careers/jobs', { query: { status: 'published' } });
  return (
    <OnlyBoard kind="applications" of={list}>
      <Page title={t('Hiring boards')} about={t('A board for each published job.')}>
        <ApplicationBoards />
      </Page>
    </OnlyBoard>
  );
}
