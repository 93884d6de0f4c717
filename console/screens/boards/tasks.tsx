import { getRouteApi } from '@tanstack/react-router';
import { Go, Page, Ready, Status, useRead } from '../../kit/index.js';
import TaskBoard from './task-board.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/boards/tasks/$id');

export default function Tasks() {
  const { id } = route.useParams();
  const project = useRead('/v1/project/projects/{id}', { path: { id } });
  return (
    <Ready of={project}>
      {(of) => (
        <Page
          title={of.name}
          within={{ title: t('Projects'), to: '/projects' }}
          about={of.description}
          beside={
            <>
              <Status is={of.status} />
              <Go to={`/projects/${id}`}>{t('Project')}</Go>
            </>
          }
        >
          <TaskBoard of={of} />
        </Page>
      )}
    </Ready>
  );
}
