import type { ReactNode } from 'react';
import { Calm, Failed, Go, type List, Loading, Page, Section, useList, useMay } from '../../kit/index.js';
import { Day } from './day.js';
import styles from './boards.module.css';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

/** A board for each pipeline. */
export function DealBoards() {
  const pipelines = useList('/v1/sales/pipelines');
  return (
    <Links title={t('Deals')} kind="deals" of={pipelines} none={t('No pipeline yet.')}>
      {({ name, deal_count }) => [name, t('{deal_count} open', { deal_count: deal_count.toLocaleString() })]}
    </Links>
  );
}

/** A board for each published job. */
export function ApplicationBoards() {
  const jobs = useList('/v1/careers/jobs', { query: { status: 'published' } });
  return (
    <Links title={t('Applications')} kind="applications" of={jobs} none={t('No job is published.')}>
      {({ title, department }) => [title, department ?? '']}
    </Links>
  );
}

/** A board for each active project. */
export function TaskBoards() {
  const projects = useList('/v1/project/projects', { query: { status: 'active' } });
  return (
    <Links title={t('Tasks')} kind="tasks" of={projects} none={t('No project is active.')}>
      {({ name, target_date }) => [
        name,
        target_date && rich('until {target_date}', { target_date: <Day date={target_date} over={false} /> }),
      ]}
    </Links>
  );
}

/** Every board there is. */
export default function Boards() {
  const may = useMay();
  const shown = [
    may('sales:read') && <DealBoards key="deals" />,
    may('careers:read') && <ApplicationBoards key="applications" />,
    may('project:read') && <TaskBoards key="tasks" />,
  ].filter(Boolean);
  return (
    <Page title={t('Boards')} about={t('Deals, applications and tasks, moved from column to column.')}>
      <div className="cards">{shown}</div>
      {!shown.length && <Calm icon="lock">{t('Boards are for those who may read deals, applications or tasks.')}</Calm>}
    </Page>
  );
}

interface LinksProps<T> {
  title: string;
  kind: string;
  of: List<T>;
  none: string;
  children: (row: T) => [name: string, about: ReactNode];
}

function Links<T extends { id: string }>({ title, kind, of, none, children }: LinksProps<T>) {
  return (
    <Section title={title}>
      {of.error ? (
        <Failed error={of.error} again={of.again} />
      ) : of.loading ? (
        <Loading rows={3} />
      ) : of.rows.length ? (
        <ul className="links">
          {of.rows.map((row) => {
            const [name, about] = children(row);
            return (
              <li key={row.id}>
                <Go to={`/boards/${kind}/${row.id}`} className={styles.link}>
                  {name} <span className="soft">{about}</span>
                </Go>
              </li>
            );
          })}
        </ul>
      ) : (
        <Calm icon="board">{none}</Calm>
      )}
      {of.hasMore && (
        <button type="button" className="link" onClick={of.more}>
          {t('Show more')}
        </button>
      )}
    </Section>
  );
}
