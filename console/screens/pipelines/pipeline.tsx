import { ActionIcon, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import {
  AddButton,
  Dialog,
  Facts,
  Form,
  Go,
  Icon,
  Section,
  type Shown,
  suite,
  useDialog,
  useMay,
} from '../../kit/index.js';
import { Make, RecordView } from '../../kit/record/index.js';
import { SchemaDialog } from '../../kit/schema/form.js';
import { type InputProps, Selected } from '../../kit/schema/input.js';
import { sentNumber } from '../../kit/locale.js';
import { money } from '../../kit/money.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/pipelines/$id');

type Pipeline = Shown<'Pipeline'>;

export default function OnePipeline() {
  const { id } = route.useParams();
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: t('Pipelines'), to: '/pipelines' }}
      hide={['stages', 'stage_count', 'deal_count', 'total_value', 'currency', 'name']}
      above={About}
      parts={Stages}
      without={['stages']}
    />
  );
}

const About = ({ of: { id, deal_count, total_value, currency } }: { of: Pipeline }) => (
  <Section title={t('About')} beside={<Go to={`/boards/deals/${id}`}>{t('Board')}</Go>}>
    <Facts
      of={{
        [t('Open deals')]: deal_count.toLocaleString(),
        [t('Their value')]: money(total_value, currency),
        [t('Currency')]: currency,
      }}
    />
  </Section>
);

const STAGES = '/v1/sales/pipelines/{id}/stages';

function Stages({ of: pipeline }: { of: Pipeline }) {
  const may = useMay()('sales:write');
  const [add, adding] = useDialog((close) => (
    <Make stay path={STAGES} names={{ id: pipeline.id }} list="Stages" close={close} />
  ));
  return (
    <Section title={t('Stages')} beside={may && <AddButton onClick={add}>{t('Add stage')}</AddButton>}>
      <ol className="rows rows-two">
        {pipeline.stages.map((stage) => (
          <li key={stage.id}>
            <span>
              {stage.name}{' '}
              <span className="soft">{t('{probability} % are won', { probability: stage.probability })}</span>
            </span>
            {may && <Stage of={stage} in={pipeline} />}
          </li>
        ))}
      </ol>
      {adding}
    </Section>
  );
}

/** Changes or deletes a stage. Its open deals move to another one. */
function Stage({ of: stage, in: pipeline }: { of: Pipeline['stages'][number]; in: Pipeline }) {
  const others = pipeline.stages.filter(({ id }) => id !== stage.id);
  const path = { id: pipeline.id };
  const [edit, editing] = useDialog((close) => (
    <Dialog onClose={close} title={t('Change “{name}”', { name: stage.name })}>
      <Form
        initial={{ name: stage.name, probability: String(stage.probability) }}
        submit={({ name, probability }) =>
          suite.patch('/v1/sales/pipelines/{id}', {
            params: { path },
            body: { stages: [{ id: stage.id, name, probability: sentNumber(probability) as number }] },
          })
        }
        after={close}
        done={t('Stage saved.')}
        button={t('Save')}
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput label={t('Name')} data-autofocus {...field('name')} />
            <TextInput
              label={t('Probability')}
              description={t('Of 100 deals that come here, so many are won. Forecasts count with it.')}
              inputMode="numeric"
              {...field('probability')}
            />
          </>
        )}
      </Form>
    </Dialog>
  ));
  const [remove, removing] = useDialog((close) => (
    <SchemaDialog
      title={t('Delete “{name}”?', { name: stage.name })}
      about={t('Its open deals move to another stage. This cannot be undone.')}
      of={{ method: 'delete', path: `${STAGES}/{stage_id}`, names: { id: pipeline.id, stage_id: stage.id } }}
      inputs={{
        migrate_deals_to: (input: InputProps) => (
          <Selected {...input} options={others.map(({ id, name }) => ({ value: id, label: name }))} />
        ),
      }}
      button={t('Delete')}
      done={t('Stage deleted.')}
      close={close}
    />
  ));
  return (
    <span className="in-line">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Change {name}', { name: stage.name })}
        title={t('Change')}
        onClick={edit}
      >
        <Icon name="edit" size={16} />
      </ActionIcon>
      {others.length > 0 && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Delete {name}', { name: stage.name })}
          title={t('Delete')}
          onClick={remove}
        >
          <Icon name="close" size={16} />
        </ActionIcon>
      )}
      {editing}
      {removing}
    </span>
  );
}
