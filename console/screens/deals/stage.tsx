import { useEffect, useRef } from 'react';
import { offerUndo, Problem, type Shown, suite, useAction, useMay, useRead } from '../../kit/index.js';
import { type InputProps, Selected } from '../../kit/schema/input.js';
import styles from './deals.module.css';
import { t } from '../../kit/language.js';

/** Milliseconds for which the stages of a pipeline are taken as known. */
const KNOWN_MS = 60_000;

/** The stages of a pipeline; of the oldest one, where the API takes that. */
function useStages(pipeline: string | null) {
  const oldest = useRead('/v1/sales/pipelines', { query: { limit: 1, sort: 'created_at:asc' }, when: !pipeline });
  const id = pipeline ?? oldest.data?.data[0]?.id;
  const { data } = useRead('/v1/sales/pipelines/{id}', {
    path: { id: id ?? '' },
    when: id !== undefined,
    fresh: KNOWN_MS,
  });
  return data?.stages ?? [];
}

/** The stage of a deal, among those of its pipeline. */
export function StageInput(props: InputProps) {
  const stages = useStages(props.values.pipeline_id || null);
  const known = stages.some(({ id }) => id === props.value);
  const isOfAnother = Boolean(props.value) && stages.length > 0 && !known;
  useEffect(() => {
    if (isOfAnother) props.onChange('');
  }, [isOfAnother]);
  return (
    <Selected
      {...props}
      // Without a stage, the API takes the first one.
      value={known ? props.value : (stages[0]?.id ?? '')}
      none={null}
      options={stages.map(({ id, name, probability }) => ({ value: id, label: `${name} (${probability} %)` }))}
    />
  );
}

/** The name of the stage of a deal. */
export function StageOf({ of: { pipeline_id, stage_id } }: { of: { pipeline_id: string; stage_id: string } }) {
  return <>{useStages(pipeline_id).find(({ id }) => id === stage_id)?.name ?? stage_id}</>;
}

/** The stages of the pipeline in their order, and how far the deal has come; an open one moves with a press. */
export function Steps({ of: { id, pipeline_id, stage_id, status } }: { of: Shown<'Deal'> }) {
  const stages = useStages(pipeline_id);
  const may = useMay()('sales:write') && status === 'open';
  const chosen = useRef(stage_id);
  const put = (stage: string, from: string) =>
    suite.patch('/v1/sales/deals/{id}', {
      params: { path: { id } },
      body: { stage_id: stage, from_stage_id: from },
    });
  const nameOf = (stage: string) => stages.find((each) => each.id === stage)?.name ?? t('another stage');
  const move = useAction(() => put(chosen.current, stage_id), {
    after: () => {
      const to = chosen.current;
      offerUndo(t('Moved to {name}.', { name: nameOf(to) }), () => put(stage_id, to));
    },
  });
  const here = stages.findIndex((each) => each.id === stage_id);
  if (here < 0) return null;
  return (
    <div>
      <ol className={styles.steps} aria-label={t('Stages')} tabIndex={0}>
        {stages.map((stage, index) => {
          const shared = {
            className: styles.step,
            'data-passed': index < here || undefined,
            'aria-current': index === here ? ('step' as const) : undefined,
            title: stage.name,
          };
          return (
            <li key={stage.id}>
              {may && index !== here ? (
                <button
                  type="button"
                  {...shared}
                  aria-label={t('Move to {name}', { name: stage.name })}
                  disabled={move.running}
                  onClick={() => {
                    chosen.current = stage.id;
                    move.run();
                  }}
                >
                  {stage.name}
                </button>
              ) : (
                <div {...shared}>{stage.name}</div>
              )}
            </li>
          );
        })}
      </ol>
      {move.error && <Problem error={move.error} />}
    </div>
  );
}
