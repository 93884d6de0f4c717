import { ActionIcon } from '@mantine/core';
import {
  type Column,
  Confirm,
  Icon,
  ListPage,
  Named,
  type Shown,
  suite,
  useDialog,
  useList,
  useMay,
  useName,
  When,
} from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { TimePages } from './pages.js';
import { t } from '../../kit/language.js';

const PATH = '/v1/project/calendar-feeds';

type Feed = Shown<'CalendarFeed'>;

const COLUMNS: Column<Feed>[] = [
  { title: t('Project'), cell: ({ project_id }) => <Named of={project_id} /> },
  { title: t('Shown as'), cell: ({ user_id }) => <Named of={user_id} />, from: 'sm', width: '12rem' },
  { title: t('Created'), cell: ({ created_at }) => <When at={created_at} />, width: '9.25rem' },
];

/** Addresses by which calendar programs follow the tasks and sprints of a project. */
export default function Calendars() {
  const list = useList(PATH);
  const may = useMay()('project:write');
  return (
    <ListPage
      title={t('Time')}
      about={t(
        'Tasks by their due dates and sprints, in your own calendar. Whoever has an address sees what its person sees.',
      )}
      pages={<TimePages here={t('Calendars')} />}
      list={list}
      filters={[]}
      columns={COLUMNS}
      to={({ project_id }) => `/projects/${project_id}`}
      actions={may ? (feed) => <End of={feed} /> : undefined}
      make={{
        button: t('New calendar'),
        needs: 'project:write',
        dialog: (close) => <Make stay path={PATH} list="Calendars" close={close} />,
      }}
      empty={{
        icon: 'clock',
        title: t('No calendars yet'),
        words: t('Create an address, and subscribe to it in the calendar that you use.'),
      }}
    />
  );
}

function End({ of: { id, project_id } }: { of: Feed }) {
  const project = useName(project_id) ?? t('the project');
  const [open, dialog] = useDialog((close) => (
    <Confirm
      title={t('End this calendar of {project}?', { project })}
      button={t('End')}
      work={() => suite.delete(`${PATH}/{id}`, { params: { path: { id } } })}
      done={t('Calendar ended.')}
      close={close}
    >
      {t('Calendar programs that follow its address get nothing any more. This cannot be undone.')}
    </Confirm>
  ));
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('End the calendar of {project}', { project })}
        title={t('End')}
        onClick={open}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
      {dialog}
    </>
  );
}
