import { lazy, type ReactNode, Suspense } from 'react';
import { suite, useMay, useMe, useRead } from '../../kit/api.js';
import { Id, placeOf } from '../../kit/id.js';
import { Go, Page, Section } from '../../kit/page.js';
import { Calm, Ready } from '../../kit/states.js';
import { Severity } from '../../kit/tag.js';
import { When } from '../../kit/when.js';
import { useQuery } from '@tanstack/react-query';
import { Day } from '../boards/day.js';
import { money } from '../../kit/money.js';
import { LastChanges } from '../overview/changes.js';
import { useMyTasks } from '../tasks/my-tasks.js';
import { Items } from '../inbox/items.js';
import { TaskRows } from '../tasks/rows.js';
import { dismissed } from './dismissed.js';
import styles from './get-started.module.css';
import { Waiting } from './waiting.js';
import { t } from '../../kit/language.js';

const GetStarted = lazy(() => import('./get-started.js'));

/** Rows of each part; the rest is behind its link. */
const MAX_ROWS = 8;

/** The work of today for whoever is signed in. */
export default function Home() {
  const { display_name, effective_roles, workspace } = useMe();
  const may = useMay();
  const parts = [
    <Unread key="inbox" />,
    may('project:read') && <MyTasks key="tasks" />,
    may('sales:read') && <MyDeals key="deals" />,
    may('careers:read') && <MyCandidates key="candidates" />,
    may('office:read') && <Documents key="documents" />,
    may('guard:read') && <OpenAlerts key="alerts" />,
  ].filter(Boolean);
  return (
    <Page title={t('Home')} about={t('Good to see you, {display_name}.', { display_name })}>
      {effective_roles.includes('workspace:owner') && !dismissed.is(workspace.id) && (
        <div className={styles.first}>
          <Suspense fallback={<Waiting />}>
            <GetStarted />
          </Suspense>
        </div>
      )}
      <div className="cards cards-two">{parts}</div>
      {parts.length === 1 && (
        <Calm icon="lock">{t('Nothing is open to you yet. Ask an admin of your workspace for a role.')}</Calm>
      )}
      {may('guard:read') && <LastChanges />}
    </Page>
  );
}

function Unread() {
  const unread = useRead('/v1/inbox', { query: { unread: true, limit: MAX_ROWS } });
  return (
    <Section title={t('Inbox')} beside={<Go to="/inbox">{t('All')}</Go>}>
      <Ready of={unread}>
        {({ data }) => (data.length ? <Items of={data} /> : <Calm>{t('You have read everything')}</Calm>)}
      </Ready>
    </Section>
  );
}

function MyTasks() {
  const tasks = useMyTasks();
  return (
    <Section title={t('My tasks')} beside={<Go to="/tasks">{t('All')}</Go>}>
      <Ready of={tasks}>
        {(all) => (all.length ? <TaskRows of={all.slice(0, MAX_ROWS)} /> : <Calm>{t('Nothing to do')}</Calm>)}
      </Ready>
    </Section>
  );
}

function MyDeals() {
  const { id } = useMe();
  const query = { owner_id: id, status: 'open', sort: 'expected_close_date:asc', limit: MAX_ROWS };
  const deals = useRead('/v1/sales/deals', { query });
  return (
    <Section
      title={t('My deals')}
      beside={
        <Go to="/deals" search={{ owner_id: id, status: 'open' }}>
          {t('All')}
        </Go>
      }
    >
      <Ready of={deals}>
        {({ data }) =>
          data.length ? (
            <ul className="rows rows-two">
              {data.map((deal) => (
                <li key={deal.id}>
                  <Go to={placeOf(deal.id)}>{deal.title}</Go>
                  <span className="in-line">
                    <Day date={deal.expected_close_date} over />
                    <span className="soft">{money(deal.value, deal.currency)}</span>
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <Calm icon="minus">{t('No open deal is yours')}</Calm>
          )
        }
      </Ready>
    </Section>
  );
}

/** Published jobs of a person that are looked at for candidates. */
const MAX_JOBS = 5;

/** Candidates for the jobs of whoever is signed in, those that wait longest first. */
function MyCandidates() {
  const { id } = useMe();
  const waiting = useQuery({
    queryKey: ['my candidates', id],
    queryFn: async ({ signal }) => {
      const { data: jobs } = await suite.get('/v1/careers/jobs', {
        params: { query: { owner_id: id, status: 'published', limit: MAX_JOBS } },
        signal,
      });
      const lists = await Promise.all(
        jobs.map(async (job) => {
          const query = { status: 'active' as const, sort: 'updated_at:asc', limit: MAX_ROWS };
          const params = { path: { job_id: job.id }, query };
          const { data } = await suite.get('/v1/careers/jobs/{job_id}/applications', { params, signal });
          return data.map((application) => ({ ...application, job: job.title }));
        }),
      );
      return lists
        .flat()
        .toSorted((a, b) => (a.updated_at < b.updated_at ? -1 : 1))
        .slice(0, MAX_ROWS);
    },
  });
  return (
    <Section title={t('Candidates of my jobs')} beside={<Go to="/candidates">{t('All')}</Go>}>
      <Ready of={waiting}>
        {(all) =>
          all.length ? (
            <ul className="rows rows-two">
              {all.map((each) => (
                <li key={each.id}>
                  <span>
                    <Id of={each.id} as={each.candidate.display_name ?? 'Anonymous'} />{' '}
                    <span className="soft">{each.job}</span>
                  </span>
                  <When at={each.updated_at} />
                </li>
              ))}
            </ul>
          ) : (
            <Calm>{t('Nobody waits for you')}</Calm>
          )
        }
      </Ready>
    </Section>
  );
}

function Documents() {
  const documents = useRead('/v1/office/documents', { query: { sort: 'updated_at:desc', limit: MAX_ROWS } });
  return (
    <Section title={t('Documents, last changed')} beside={<Go to="/documents">{t('All')}</Go>}>
      <Ready of={documents}>
        {({ data }) => (
          <Lines empty={t('No documents yet')}>
            {data.map(({ id, title, updated_at }) => (
              <li key={id}>
                <Go to={placeOf(id)}>{title}</Go>
                <When at={updated_at} />
              </li>
            ))}
          </Lines>
        )}
      </Ready>
    </Section>
  );
}

function OpenAlerts() {
  const alerts = useRead('/v1/guard/alerts', { query: { status: 'open', limit: MAX_ROWS } });
  return (
    <Section
      title={t('Open alerts')}
      beside={
        <Go to="/alerts" search={{ status: 'open' }}>
          {t('All')}
        </Go>
      }
    >
      <Ready of={alerts}>
        {({ data }) => (
          <Lines empty={t('No open alerts')}>
            {data.map(({ id, title, severity, last_event_at }) => (
              <li key={id}>
                <span>
                  <Severity is={severity} /> <Id of={id} as={title} />
                </span>
                <When at={last_event_at} />
              </li>
            ))}
          </Lines>
        )}
      </Ready>
    </Section>
  );
}

const Lines = ({ empty, children }: { empty: string; children: ReactNode[] }) =>
  children.length ? <ul className="rows rows-two">{children}</ul> : <Calm icon="minus">{empty}</Calm>;
