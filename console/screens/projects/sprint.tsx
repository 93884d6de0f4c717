import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Calm, Facts, Named, Ready, Section, type Shown, suite, useRead, useToday, useZone } from '../../kit/index.js';
import { Burn } from '../../kit/chart/burn.js';
import { RecordView } from '../../kit/record/index.js';
import { type InputProps, Selected } from '../../kit/schema/input.js';
import { Day } from '../boards/day.js';
import { TaskRows } from '../tasks/rows.js';
import { burnOf } from './burn-of.js';
import styles from './projects.module.css';
import { Progress } from './progress.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/projects/sprints/$id');
const TASKS = '/v1/project/projects/{project_id}/tasks';

type Sprint = Shown<'Sprint'>;

export default function OneSprint() {
  const { id } = route.useParams();
  const sprint = useRead('/v1/project/sprints/{id}', { path: { id } });
  const project = sprint.data?.project_id;
  const inputs = useMemo(() => (project ? { move_open_tasks_to: othersOf(project, id) } : undefined), [project, id]);
  return (
    <RecordView
      key={id}
      id={id}
      within={
        project
          ? { title: t('Project'), to: `/projects/${project}/sprints` }
          : { title: t('Projects'), to: '/projects' }
      }
      hide={['name', 'goal', 'project_id', 'start_date', 'end_date', 'progress']}
      above={About}
      parts={Tasks}
      inputs={inputs}
    />
  );
}

/** The sprints of the project that can take the open tasks of one. */
const othersOf = (project: string, id: string) =>
  function Others(input: InputProps) {
    const { data } = useRead('/v1/project/projects/{project_id}/sprints', {
      path: { project_id: project },
      query: { limit: 100 },
    });
    const open = (data?.data ?? []).filter((each) => each.status !== 'completed' && each.id !== id);
    return (
      <Selected
        {...input}
        none={t('No sprint')}
        options={open.map(({ id: value, name }) => ({ value, label: name }))}
      />
    );
  };

const About = ({ of: sprint }: { of: Sprint }) => (
  <Section title={t('About')}>
    {sprint.goal && <p className="typed">{sprint.goal}</p>}
    <Facts
      of={{
        [t('Project')]: <Named of={sprint.project_id} />,
        [t('From')]: sprint.start_date && <Day date={sprint.start_date} over={false} />,
        [t('Until')]: sprint.end_date && <Day date={sprint.end_date} over={sprint.status === 'active'} />,
      }}
    />
    <div className={styles.progress}>
      <Progress of={sprint} />
    </div>
  </Section>
);

function Tasks({ of: sprint }: { of: Sprint }) {
  const { id, project_id, start_date, end_date } = sprint;
  const query = { sprint_id: id, sort: 'rank:asc' };
  const [today, zone] = [useToday(), useZone()];
  const tasks = useQuery({
    queryKey: [TASKS, { project_id }, query, 'all'],
    queryFn: () => Array.fromAsync(suite.each(TASKS, { params: { path: { project_id }, query } })),
  });
  return (
    <Ready of={tasks}>
      {(all) => {
        const burn = start_date && end_date ? burnOf(all, start_date, end_date, today, zone) : null;
        return (
          <>
            {burn && all.length > 0 && (
              <Section title={t('Burn-down')}>
                <Burn label={t('Open tasks by day')} of={burn} />
              </Section>
            )}
            <Section title={t('Tasks')}>
              {all.length ? (
                <TaskRows of={all.map((each) => ({ ...each, project: '' }))} />
              ) : (
                <Calm icon="minus">{t('No tasks yet. The form of a task has the sprint.')}</Calm>
              )}
            </Section>
          </>
        );
      }}
    </Ready>
  );
}
