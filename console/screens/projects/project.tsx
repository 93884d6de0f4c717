import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Avatar, Empty, Loading, Long, Named, type Shown, worded } from '../../kit/index.js';
import { lazyPage } from '../../kit/lazy.js';
import { RecordView } from '../../kit/record/index.js';
import { Day } from '../boards/day.js';
import styles from './projects.module.css';
import { Rate } from './rate.js';
import Tasks from './tasks.js';
import { inSentence, plural, t } from '../../kit/language.js';

const route = getRouteApi('/projects/$id/{-$tab}');

type Project = Shown<'Project'>;

interface TabProps {
  of: Project;
  /** The fields of the project that no other part shows. */
  details: ReactNode;
}

interface Tab {
  /** In the address, which for the first tab needs none. */
  name: string;
  title: string;
  /** Loads its data when it is drawn, which is as long as it is open. */
  shows: (props: TabProps) => ReactNode;
}

const Board = lazyPage(() => import('../boards/task-board.js'));
const Sprints = lazyPage(() => import('./sprints.js'));
const Time = lazyPage(() => import('./time.js'));
const Settings = lazyPage(() => import('./settings.js'));

const LIST = 'list';

const TABS: readonly Tab[] = [
  { name: LIST, title: t('List'), shows: ({ of }) => <Tasks of={of} /> },
  { name: 'board', title: t('Board'), shows: ({ of }) => <Board of={of} /> },
  { name: 'sprints', title: t('Sprints'), shows: ({ of }) => <Sprints of={of} /> },
  { name: 'time', title: t('Time'), shows: ({ of }) => <Time of={of} /> },
  { name: 'settings', title: t('Settings'), shows: (props) => <Settings {...props} /> },
];

const VALUES = { hourly_rate: ({ of }: { of: Project }) => <Rate of={of.hourly_rate!} /> };

export default function OneProject() {
  const { id, tab = LIST } = route.useParams();
  if (!TABS.some(({ name }) => name === tab))
    return (
      <Empty page icon="search" title={t('There is no such page')}>
        {t('The address may be misspelt, or what was there has moved.')}
      </Empty>
    );
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: t('Projects'), to: '/projects' }}
      hide={['name', 'members', 'owner_id', 'start_date', 'target_date', 'description']}
      values={VALUES}
      body={Body}
      without={['status']}
    />
  );
}

/** Tabs, each with an address. The tab of the focus stays the same element, so the arrow keys go on from it. */
function Body({ of: project, details }: TabProps) {
  const { tab = LIST } = route.useParams();
  const navigate = route.useNavigate();
  const open = (name: string | null) =>
    void navigate({
      to: '/projects/$id/{-$tab}',
      params: { id: project.id, tab: name === LIST ? undefined : (name ?? undefined) },
      // Filters of one tab are not those of another one.
      search: {},
      resetScroll: false,
    });
  return (
    <>
      <About of={project} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List aria-label={t('Parts of the project')} className={styles.tabs}>
          {TABS.map(({ name, title }) => (
            <Tabs.Tab key={name} value={name}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ name, shows: Shows }) => (
          <Tabs.Panel key={name} value={name}>
            <Suspense fallback={<Loading />}>{name === tab && <Shows of={project} details={details} />}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

/** The facts that people look for on every tab, in little room: tasks are to be in sight. */
const About = ({ of: { description, start_date, target_date, status, owner_id, members } }: { of: Project }) => (
  <section className={styles.about} aria-label={t('About')}>
    {description && (
      <p className={`typed ${styles.description}`} dir="auto">
        <Long text={description} />
      </p>
    )}
    <div className={styles.facts}>
      <span>
        <span className="soft">{t('Owner')}</span> <Named of={owner_id} />
      </span>
      {start_date && (
        <span>
          <span className="soft">{t('From')}</span> <Day date={start_date} over={false} />
        </span>
      )}
      {target_date && (
        <span>
          <span className="soft">{t('Until')}</span> <Day date={target_date} over={status === 'active'} />
        </span>
      )}
      {members.length > 0 && <Members of={members} />}
    </div>
  </section>
);

/** Members whose initials stand beside their number. */
const SHOWN_MEMBERS = 8;

/** The names are behind the initials, so that the tasks are in sight however many members there are. */
const Members = ({ of: members }: { of: Project['members'] }) => (
  <details className={styles.members}>
    <summary>
      {members.slice(0, SHOWN_MEMBERS).map(({ user_id, display_name }) => (
        <Avatar key={user_id} name={display_name} />
      ))}
      <span className={styles.count}>{plural(members.length, '{count} member', '{count} members')}</span>
    </summary>
    <ul>
      {members.map(({ user_id, display_name, role }) => (
        <li key={user_id}>
          <span dir="auto">{display_name}</span> <span className="soft">{inSentence(worded(role))}</span>
        </li>
      ))}
    </ul>
  </details>
);
