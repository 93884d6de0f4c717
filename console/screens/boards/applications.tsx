import { getRouteApi } from '@tanstack/react-router';
import {
  Board,
  type Filter,
  Filters,
  Go,
  orderBy,
  Page,
  placeOf,
  Ready,
  type Shown,
  Status,
  suite,
  Tag,
  useFilters,
  useMay,
  useRead,
  ViewNotice,
  Views,
  withWords,
  When,
} from '../../kit/index.js';

const PATH = '/v1/careers/jobs/{job_id}/applications';

const route = getRouteApi('/boards/applications/$id');

type Application = Shown<'ApplicationItem'>;

const FILTERS: Filter[] = [
  orderBy('Last changed first', {
    'score:desc': 'Best score first',
    'submitted_at:asc': 'Longest waiting first',
  }),
  { name: 'tag', label: 'Tag' },
];

export default function Applications() {
  const { id } = route.useParams();
  const job = useRead('/v1/careers/jobs/{id}', { path: { id } });
  return <Ready of={job}>{(shown) => <OfJob job={shown} />}</Ready>;
}

function OfJob({ job }: { job: Shown<'Job'> }) {
  const pipeline = useRead('/v1/careers/pipelines/{id}', { path: { id: job.pipeline_id } });
  const [chosen] = useFilters(['sort']);
  const may = useMay();
  return (
    <Ready of={pipeline}>
      {({ stages }) => (
        <Page
          title={job.title}
          within={{ title: 'Jobs', to: '/jobs' }}
          about={[job.department, job.location].filter(Boolean).join(', ')}
          beside={
            <>
              <Status is={job.status} />
              <Go to={`/jobs/${job.id}`}>Job</Go>
            </>
          }
          actions={
            <Views key={job.id} of={PATH} title="Applications" layout="board" filters={withWords(PATH, FILTERS)} />
          }
        >
          <Filters path={PATH} of={withWords(PATH, FILTERS)} without={['status', 'stage_id', 'job_id']} />
          <ViewNotice of={PATH} />
          <Board<Application>
            label={`Applications for ${job.title}`}
            path={PATH}
            names={{ job_id: job.id }}
            filters={FILTERS}
            columns={stages.map((stage) => ({
              key: stage.id,
              title: stage.name,
              query: {
                stage_id: stage.id,
                status: 'active',
                ...(!chosen.sort && !chosen.view && { sort: 'updated_at:desc' }),
              },
            }))}
            name={({ candidate }) => candidate.display_name ?? 'Anonymous'}
            to={(application) => placeOf(application.id)}
            face={({ score, submitted_at, tags }) => (
              <>
                {score !== null && <strong title="Mean of the scorecards, of 4">{score.toFixed(1)} of 4</strong>}
                <span className="soft">
                  <When at={submitted_at} />
                </span>
                {tags.slice(0, 2).map((tag) => (
                  <Tag key={tag}>{tag}</Tag>
                ))}
              </>
            )}
            move={
              may('careers:write')
                ? (application, from, { column }) =>
                    suite.patch('/v1/careers/applications/{id}', {
                      params: { path: { id: application.id } },
                      body: { stage_id: column, from_stage_id: from },
                    })
                : undefined
            }
          />
        </Page>
      )}
    </Ready>
  );
}
