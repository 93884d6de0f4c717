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
import { t } from '../../kit/language.js';

const PATH = '/v1/careers/jobs/{job_id}/applications';

const route = getRouteApi('/boards/applications/$id');

type Application = Shown<'ApplicationItem'>;

const FILTERS: Filter[] = [
  orderBy(t('Last changed first'), {
    'score:desc': t('Best score first'),
    'submitted_at:asc': t('Longest waiting first'),
  }),
  { name: 'tag', label: t('Tag') },
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
          within={{ title: t('Jobs'), to: '/jobs' }}
          about={[job.department, job.location].filter(Boolean).join(', ')}
          beside={
            <>
              <Status is={job.status} />
              <Go to={`/jobs/${job.id}`}>{t('Job')}</Go>
            </>
          }
          actions={
            <Views key={job.id} of={PATH} title={t('Applications')} layout="board" filters={withWords(PATH, FILTERS)} />
          }
        >
          <Filters path={PATH} of={withWords(PATH, FILTERS)} without={['status', 'stage_id', 'job_id']} />
          <ViewNotice of={PATH} />
          <Board<Application>
            label={t('Applications for {title}', { title: job.title })}
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
            name={({ candidate }) => candidate.display_name ?? t('Anonymous')}
            to={(application) => placeOf(application.id)}
            face={({ score, submitted_at, tags }) => (
              <>
                {score !== null && (
                  <strong title={t('Mean of the scorecards, of 4')}>
                    {t('{score} of 4', { score: score.toFixed(1) })}
                  </strong>
                )}
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
