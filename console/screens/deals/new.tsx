import { Button, Group } from '@mantine/core';
import { Dialog, Failed, Problem, suite, useAction, useRead } from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import type { Values } from '../../kit/schema/fields.js';
import { USUAL_STAGES } from '../../kit/schema/forms.js';
import { StageInput } from './stage.js';
import { t } from '../../kit/language.js';

interface NewDealProps {
  initial?: Values;
  /** Stays where people are, instead of going to the new deal. */
  stay?: boolean;
  close: () => void;
}

/** Creates a deal, and before the first one a pipeline, because a deal needs a stage. */
export default function NewDeal({ initial, stay, close }: NewDealProps) {
  const given: string | undefined = initial?.pipeline_id;
  const oldest = useRead('/v1/sales/pipelines', { query: { limit: 1, sort: 'created_at:asc' }, when: !given });
  const one = useRead('/v1/sales/pipelines/{id}', { path: { id: given ?? '' }, when: given !== undefined });
  const pipelines = given ? one : oldest;
  const pipeline = one.data ?? oldest.data?.data[0];
  if (pipeline)
    return (
      <Make
        path="/v1/sales/deals"
        list="Deals"
        initial={{ pipeline_id: pipeline.id, currency: pipeline.currency, ...initial }}
        stay={stay}
        inputs={{ stage_id: StageInput }}
        close={close}
      />
    );
  if (pipelines.data) return <FirstPipeline close={close} />;
  return pipelines.error ? (
    <Dialog onClose={close} title={t('New deal')}>
      <Failed error={pipelines.error} again={() => void pipelines.refetch()} />
    </Dialog>
  ) : null;
}

function FirstPipeline({ close }: { close: () => void }) {
  const create = useAction(
    () => suite.post('/v1/sales/pipelines', { body: { name: t('Sales'), stages: USUAL_STAGES } }),
    {
      done: t('Pipeline created.'),
    },
  );
  return (
    <Dialog onClose={close} title={t('Create a pipeline first')}>
      <div className="stack">
        <p>
          {t('A deal moves through the stages of a pipeline: {stages}. You can change the stages later.', {
            stages: USUAL_STAGES.map(({ name }) => name).join(', '),
          })}
        </p>
        {create.error && <Problem error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button loading={create.running} onClick={create.run} data-autofocus>
            {t('Create pipeline')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
