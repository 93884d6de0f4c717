import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Dialog, PickOne, placeOf, useMe, useRead } from '../../kit/index.js';
import { SchemaForm } from '../../kit/schema/form.js';
import { sprintsOf } from './new.js';
import { t } from '../../kit/language.js';

/** Creates a task from any page: in the project that is open, or the one that changed last, unless people pick another. */
export default function NewTask({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const me = useMe();
  const [picked, pick] = useState<string | null>(() => /prj_[0-9a-z]{20,}/.exec(location.pathname)?.[0] ?? null);
  const last = useRead('/v1/project/projects', {
    query: { member_id: me.id, 'status[not]': 'archived', sort: 'updated_at:desc', limit: 1 },
    when: picked === null,
  });
  const project = picked ?? last.data?.data[0]?.id ?? '';
  const inputs = useMemo(() => ({ sprint_id: sprintsOf(project) }), [project]);
  return (
    <Dialog onClose={close} title={t('New task')}>
      <div className="stack">
        <PickOne of="prj" label={t('Project')} required value={project} onChange={pick} />
        {project && (
          <SchemaForm
            of={{ method: 'post', path: '/v1/project/projects/{project_id}/tasks', names: { project_id: project } }}
            inputs={inputs}
            button={t('Create task')}
            done={t('Task created.')}
            cancel={close}
            after={({ id }) => {
              close();
              void navigate({ to: placeOf(id) });
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
