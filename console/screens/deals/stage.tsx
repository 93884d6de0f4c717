import { useRead } from '../../kit/index.js';
import { type InputProps, Selected } from '../../kit/schema/input.js';

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
  return (
    <Selected
      {...props}
      value={known ? props.value : ''}
      none="The first one"
      options={stages.map(({ id, name, probability }) => ({ value: id, label: `${name} (${probability} %)` }))}
    />
  );
}

/** The name of the stage of a deal. */
export function StageOf({ of: { pipeline_id, stage_id } }: { of: { pipeline_id: string; stage_id: string } }) {
  return <>{useStages(pipeline_id).find(({ id }) => id === stage_id)?.name ?? stage_id}</>;
}
