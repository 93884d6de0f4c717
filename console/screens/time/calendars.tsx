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

const PATH = '/v1/project/calendar-feeds';

type Feed = Shown<'CalendarFeed'>;

const COLUMNS: Column<Feed>[] = [
  { title: 'Project', cell: ({ project_id }) => <Named of={project_id} /> },
  { title: 'Shown as', cell: ({ user_id }) => <Named of={user_id} />, from: 'sm', width: '12rem' },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} />, width: '9.25rem' },
];

/** Addresses by which calendar programs follow the tasks and sprints of a project. */
export default function Calendars() {
  const list = useList(PATH);
  const may = useMay()('project:write');
  return (
    <ListPage
      title="Time"
      about="Tasks by their due dates and sprints, in your own calendar. Whoever has an address sees what its person sees."
      pages={<TimePages here="Calendars" />}
      list={list}
      filters={[]}
      columns={COLUMNS}
      to={({ project_id }) => `/projects/${project_id}`}
      actions={may ? (feed) => <End of={feed} /> : undefined}
      make={{
        button: 'New calendar',
        needs: 'project:write',
        dialog: (close) => <Make stay path={PATH} title="Calendars" close={close} />,
      }}
      empty={{
        icon: 'clock',
        title: 'No calendars yet',
        words: 'Create an address, and subscribe to it in the calendar that you use.',
      }}
    />
  );
}

function End({ of: { id, project_id } }: { of: Feed }) {
  const project = useName(project_id) ?? 'the project';
  const [open, dialog] = useDialog((close) => (
    <Confirm
      title={`End this calendar of ${project}?`}
      button="End"
      work={() => suite.delete(`${PATH}/{id}`, { params: { path: { id } } })}
      done="Calendar ended."
      close={close}
    >
      Calendar programs that follow its address get nothing any more. This cannot be undone.
    </Confirm>
  ));
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`End the calendar of ${project}`}
        title="End"
        onClick={open}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
      {dialog}
    </>
  );
}
