import {
  AddButton,
  Calm,
  Go,
  Ready,
  Section,
  type Shown,
  Status,
  useDialog,
  useMay,
  useRead,
} from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { Day } from '../boards/day.js';
import { Progress } from './progress.js';
import styles from './projects.module.css';
import { t } from '../../kit/language.js';

type Sprint = Shown<'Sprint'>;

const PATH = '/v1/project/projects/{project_id}/sprints';

/** The sprint that runs comes first, then those that are planned; the ones that are over last. */
const ORDER: readonly Sprint['status'][] = ['active', 'planned', 'completed'];

/** The sprints of a project with their progress. */
export default function Sprints({ of: { id: project, status } }: { of: Shown<'Project'> }) {
  const may = useMay()('project:write') && status !== 'archived';
  const sprints = useRead(PATH, { path: { project_id: project }, query: { limit: 100 } });
  const [add, adding] = useDialog((close) => (
    <Make stay path={PATH} names={{ project_id: project }} list="Sprints" close={close} />
  ));
  return (
    <Section title={t('Sprints')} beside={may && <AddButton onClick={add}>{t('Add sprint')}</AddButton>}>
      <Ready of={sprints}>
        {({ data }) =>
          data.length ? (
            <ul className={styles.sprints}>
              {data
                .toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
                .map((sprint) => (
                  <li key={sprint.id}>
                    <div className={styles.sprint}>
                      <Go to={`/projects/sprints/${sprint.id}`}>{sprint.name}</Go>
                      <Status is={sprint.status} />
                      <Day date={sprint.end_date} over={sprint.status === 'active'} />
                    </div>
                    <Progress of={sprint} />
                  </li>
                ))}
            </ul>
          ) : (
            <Calm icon="minus">{t('No sprints yet')}</Calm>
          )
        }
      </Ready>
      {adding}
    </Section>
  );
}
