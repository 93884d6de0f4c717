import { type ComponentType, type ReactNode } from 'react';
import { useReadAny } from '../api.js';
import { Section } from '../page.js';
import { RecordPage } from '../record-page.js';
import { prefixOf, type Shows, useResources } from '../resources.js';
import type { Values } from '../schema/fields.js';
import { labelOf } from '../schema/words.js';
import type { InputProps } from '../schema/input.js';
import { Empty, Loading, Ready, useInSlices } from '../states.js';
import { Status, Tag } from '../tag.js';
import { mayFollow, RecordActions } from './actions.js';
import { Belongs } from './belongs.js';
import { nameOf } from './nouns.js';
import { Value } from './value.js';
import { Waiting } from './waiting.js';
import styles from './record.module.css';
import { t } from '../language.js';

interface ViewProps {
  id: string;
  /** The page that lists such records. */
  within: { title: string; to: string; search?: Record<string, string> };
  /** The part above the fields: facts, a time line. */
  above?: ComponentType<{ of: any }>;
  /** Fields that `above` shows, or nobody needs. */
  hide?: readonly string[];
  /** Parts after the fields, in place of the lists with these names. */
  parts?: ComponentType<{ of: any }>;
  /** Lists that are not shown: `tasks`. */
  withoutLists?: readonly string[];
  /** Fields that forms leave out. */
  without?: readonly string[];
  inputs?: Record<string, ComponentType<InputProps>>;
  /** How a field is shown where its value is not enough. */
  values?: Record<string, ComponentType<{ of: any }>>;
  /** Buttons of its own. */
  actions?: ComponentType<{ of: any }>;
  /** Its parts have columns of their own for all the width that there is. */
  wide?: boolean;
  /** Draws the page below its head, in place of all the parts above. It gets the fields as a part of their own. */
  body?: ComponentType<{ of: any; details: ReactNode }>;
}

const HIDDEN = ['id', 'revision', 'deleted_at', 'purge_at', 'status'];

/** The page of a record as the contract describes it: its fields, what is done with it, and the lists that belong to it. */
export function RecordView(props: ViewProps) {
  const api = useResources();
  const isDrawn = useInSlices(api !== null);
  if (!api || !isDrawn) return <Loading />;
  const shows = api.shows.get(prefixOf(props.id) ?? '');
  return shows ? <View {...props} shows={shows} /> : <Empty page icon="search" title={t('There is no such record')} />;
}

function View({ shows, id, within, ...props }: ViewProps & { shows: Shows }) {
  const { above: Above, parts: Parts, actions: Actions, hide = [], values = {}, withoutLists = [], wide } = props;
  const { body: Body } = props;
  const { path, param, lists, trash } = shows;
  const names = { [param]: id };
  const answer = useReadAny(path, { path: names, query: trash ? { include_deleted: true } : {} });
  return (
    <Ready of={answer}>
      {(record: Values) => {
        const status = record.status ?? record.state;
        const deleted = Boolean(record.deleted_at);
        const details = (
          <Section title={t('Details')}>
            <dl className={styles.fields}>
              {Object.entries(record)
                .filter(([name, value]) => !HIDDEN.includes(name) && !hide.includes(name) && isThere(value))
                .map(([name, value]) => {
                  const Shown = values[name];
                  return (
                    <div key={name}>
                      <dt title={name}>{labelOf(name)}</dt>
                      <dd>{Shown ? <Shown of={record} /> : <Value of={value} />}</dd>
                    </div>
                  );
                })}
            </dl>
          </Section>
        );
        return (
          <RecordPage
            of={{ path, names }}
            copies
            title={nameOf(record)}
            within={within}
            beside={
              <>
                {typeof status === 'string' && <Status is={status} />}
                {deleted && <Tag tone="warn">{t('In the trash')}</Tag>}
              </>
            }
            actions={
              <RecordActions
                shows={shows}
                record={record}
                list={within.to}
                without={props.without}
                inputs={props.inputs}
              >
                {Actions && !deleted && <Actions of={record} />}
              </RecordActions>
            }
          >
            {Body && !deleted ? (
              <>
                {mayFollow(id) && <Waiting id={id} />}
                <Body of={record} details={details} />
              </>
            ) : (
              <div className={styles.page} data-wide={wide || undefined}>
                <div className={styles.main}>
                  {!deleted && mayFollow(id) && <Waiting id={id} />}
                  {Above && <Above of={record} />}
                  {Parts && !deleted && <Parts of={record} />}
                  {(deleted ? [] : lists)
                    .filter((list) => !withoutLists.some((name) => list.path.endsWith(`/${name}`)))
                    .map((list) => (
                      <Belongs key={list.path} id={id} of={list} />
                    ))}
                </div>
                {details}
              </div>
            )}
          </RecordPage>
        );
      }}
    </Ready>
  );
}

const isThere = (value: unknown) =>
  value !== null &&
  value !== '' &&
  value !== undefined &&
  !(typeof value === 'object' && Object.keys(value).length === 0);

/** A link to another part of the console, as a row of links above the fields. */
export const Links = ({ children }: { children: ReactNode }) => (
  <nav className={styles.belonging} aria-label={t('What belongs to it')}>
    {children}
  </nav>
);
