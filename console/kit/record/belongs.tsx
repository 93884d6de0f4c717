import { ActionIcon, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AddButton } from '../add-button.js';
import { useDialog } from '../action.js';
import { useListAny } from '../api.js';
import { Problem } from '../errors.js';
import { withWords } from '../filter.js';
import { Filters } from '../filters.js';
import { Icon } from '../icons.js';
import { isUserId, Named } from '../named.js';
import { Long } from '../page.js';
import { type Api, type Belonging, useResources } from '../resources.js';
import type { Values } from '../schema/fields.js';
import { Calm, Failed, Loading } from '../states.js';
import { DataTable } from '../table.js';
import { Tag } from '../tag.js';
import { When } from '../when.js';
import { worded } from '../words.js';
import { useMayChange, useRemoval } from './actions.js';
import { columnsOf, placeOfRow } from './columns.js';
import { EditDialog } from './edit.js';
import { Make } from './make.js';
import { nounOf } from './nouns.js';
import { t, translated } from '../language.js';

interface BelongsProps {
  /** The id of the record that the list belongs to. */
  id: string;
  of: Belonging;
  /** Parts of the query. */
  query?: Record<string, string>;
  /** Whether one may look for words in it: on a page of its own, whose address has them. */
  find?: boolean;
}

/** Fields that people wrote, and that a list of them is read for. */
const TEXTS = ['text', 'body', 'note', 'notes'];
/** The author, and the time. */
const BY = ['author_id', 'interviewer_id', 'created_by', 'user_id', 'changed_by'];
const AT = ['occurred_at', 'submitted_at', 'created_at', 'entered_at', 'changed_at'];
const KINDS = ['type', 'recommendation', 'overall'];

/** A list that belongs to a record, as a part of its page: with a button that adds to it, and actions for each row. */
export function Belongs({ id, of: { path, param, title, fields, make, row }, query, find }: BelongsProps) {
  const list = useListAny(path, { path: { [param]: id }, query, ...(find && { filters: [] }) });
  const filters = find ? withWords(path, []) : [];
  const may = useMayChange();
  const api = useResources()!;
  const noun = nounOf(title);
  const [add, adding] = useDialog((close) => (
    <Make stay path={path} names={{ [param]: id }} list={title} close={close} />
  ));
  const changes = row && (may(row.change) || may(row.remove)) ? row : null;
  const menu = (record: Values) =>
    changes && <RowMenu of={record} parent={{ [param]: id }} row={changes} list={title} />;
  const text = TEXTS.find((name) => name in fields);
  return (
    <section className="card" aria-label={translated(title)}>
      <header>
        <h2>{translated(title)}</h2>
        {make && may(make) && <AddButton onClick={add}>{t('Add {noun}', { noun })}</AddButton>}
      </header>
      {filters.length > 0 && <Filters of={filters} />}
      {list.error && !list.rows.length ? (
        <Failed error={list.error} again={list.again} />
      ) : list.loading ? (
        <Loading rows={2} />
      ) : !list.rows.length ? (
        <Calm icon="minus">{t('Nothing here yet')}</Calm>
      ) : text ? (
        <Feed rows={list.rows} text={text} menu={menu} />
      ) : (
        <DataTable
          label={translated(title)}
          list={list}
          columns={columnsOf(fields)}
          to={placeOfRow(api)}
          actions={changes ? menu : undefined}
          empty={null}
        />
      )}
      {text && list.hasMore && (
        <button type="button" className="link" onClick={list.more}>
          {t('Show more')}
        </button>
      )}
      {adding}
    </section>
  );
}

/** Texts of people, the newest first: notes, comments, activities, scorecards. */
const Feed = ({ rows, text, menu }: { rows: readonly Values[]; text: string; menu: (row: Values) => ReactNode }) => (
  <ul className="feed">
    {rows.map((row) => {
      const [by, at] = [BY.find((name) => row[name]), AT.find((name) => row[name])];
      return (
        <li key={row.id}>
          <div className="feed-head">
            {KINDS.map((name) =>
              row[name] === undefined || row[name] === null ? null : (
                <Tag key={name}>
                  {typeof row[name] === 'number' ? t('{row} of 4', { row: row[name] }) : worded(row[name])}
                </Tag>
              ),
            )}
            {by && isUserId(row[by]) && <Named of={row[by]} />}
            {at && <When at={row[at]} />}
            <span className="feed-menu">{menu(row)}</span>
          </div>
          {row[text] && (
            <p className="typed">
              <Long text={row[text]} />
            </p>
          )}
          {Array.isArray(row.attributes) && row.attributes.length > 0 && (
            <ul className="words">
              {row.attributes.map((each: Values) => (
                <li key={each.name}>
                  {each.name}: {each.rating === null ? t('not rated') : t('{rating} of 4', { rating: each.rating })}
                  {each.note && <span className="soft">, {each.note}</span>}
                </li>
              ))}
            </ul>
          )}
        </li>
      );
    })}
  </ul>
);

interface RowMenuProps {
  of: Values;
  /** The names in the path before the row. */
  parent: Record<string, string>;
  row: NonNullable<Belonging['row']>;
  list: string;
}

function RowMenu({ of: record, parent, row, list }: RowMenuProps) {
  const may = useMayChange();
  const [open, setOpen] = useState<ReactNode>(null);
  const noun = nounOf(list);
  const names = { ...parent, [row.param]: record.id ?? record[row.param] };
  const { remove, error } = useRemoval({
    shows: { path: row.path, title: list, trash: false },
    record,
    names,
    setOpen,
  });
  const edit = () =>
    setOpen(<EditDialog path={row.path} names={names} record={record} list={list} close={() => setOpen(null)} />);
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Actions of this {noun}', { noun })}
            title={t('Actions')}
          >
            <Icon name="more" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may(row.change) && <Menu.Item onClick={edit}>{t('Edit')}</Menu.Item>}
          {may(row.remove) && (
            <Menu.Item color="red" onClick={remove}>
              {t('Delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {error && <Problem error={error} />}
      {open}
    </>
  );
}

/** The list with this name of a record: `notes`. */
export const listOf = (api: Api, prefix: string, name: string): Belonging | undefined =>
  api.shows.get(prefix)?.lists.find(({ path }) => path.endsWith(`/${name}`));
