import { Empty, Go, Page, Ready, Section } from '../../kit/index.js';
import { ImportButton } from '../imports/link.js';
import { useMyTasks } from './my-tasks.js';
import { TaskRows } from './rows.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

/** The tasks of whoever is signed in, by project. */
export default function MyTasks() {
  const tasks = useMyTasks();
  return (
    <Page
      title={t('My tasks')}
      about={t('What is yours to do in projects that you are a member of.')}
      actions={<ImportButton of="task" needs="project:write" />}
    >
      <Ready of={tasks}>
        {(all) => {
          if (!all.length)
            return (
              <Empty icon="check" title={t('Nothing to do')}>
                {rich('Open tasks that are assigned to you stand here. {link}', {
                  link: <Go to="/projects">{t('All projects')}</Go>,
                })}
              </Empty>
            );
          return Object.entries(Object.groupBy(all, ({ project_id }) => project_id)).map(([id, of]) => (
            <Section key={id} title={of![0]!.project} beside={<Go to={`/boards/tasks/${id}`}>{t('Board')}</Go>}>
              <TaskRows of={of!} />
            </Section>
          ));
        }}
      </Ready>
    </Page>
  );
}
