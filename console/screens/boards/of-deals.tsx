import { Page, useList } from '../../kit/index.js';
import { DealBoards } from './boards.js';
import { OnlyBoard } from './only.js';
import { t } from '../../kit/language.js';

/** A board for each pipeline. One alone is opened at once. */
export default function OfDealBoards() {
  const list = useList('/v1/sales/pipelines');
  return (
    <OnlyBoard kind="deals" of={list}>
      <Page title={t('Deals board')} about={t('A board for each pipeline.')}>
        <DealBoards />
      </Page>
    </OnlyBoard>
  );
}
