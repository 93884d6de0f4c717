import { Alert, Button, Checkbox, Menu, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Confirm, useAction } from './action.js';
import { type Shown, suite, useMay, useMe, useReadAny } from './api.js';
import { CONTRACT } from './built.js';
import { Dialog } from './dialog.js';
import { explain } from './errors.js';
import { type Filter, useFilters } from './filter.js';
import { takesConditions, whereOf } from './filter-fields.js';
import { Form } from './form.js';
import { Icon } from './icons.js';
import { conditionWithout, labelsOf } from './missing.js';
import { NameOf } from './named.js';
import { OWNER } from './roles.js';
import type { Scope } from './scopes.js';
import type { Search } from './screen.js';
import { toast } from './toast.js';
import { inSentence, t } from './language.js';
import { rich } from './rich.js';

type View = Shown<'ViewList'>;

/** At most these are offered; a person has at most 100 of their own. */
const MAX_VIEWS = 100;

interface ViewsProps {
  /** The list. */
  of: string;
  /** `All deals`: without a view. */
  title: string;
  filters: readonly Filter[];
  layout?: View['layout'];
}

/** Saved views of a list or board. The one that is shown stands in the address. */
export function Views({ of: path, ...props }: ViewsProps) {
  const type = CONTRACT.resources[path];
  return type && takesConditions(path) ? <ViewsOf {...props} path={path} type={type} /> : null;
}

interface ViewsOfProps extends Omit<ViewsProps, 'of'> {
  path: string;
  type: string;
}

function ViewsOf({ path, type, title, filters, layout = 'list' }: ViewsOfProps) {
  const me = useMe();
  const navigate = useNavigate();
  const [chosen] = useFilters(filters.map(({ name }) => name));
  const { all, now } = useViews(type, chosen['view']);
  const views = all.filter((view) => view.layout === layout);
  const [open, setOpen] = useState<ReactNode>(null);
  const close = () => setOpen(null);
  const show = (id: string) => navigate({ to: '.', replace: true, search: id ? { view: id } : {} });
  const [first, setFirst] = useFirst(type, layout, views, show);
  const { where, left } = whereOf(path, filters, chosen);
  const { sort = null } = chosen;
  const isNarrowed = Object.keys(where).length > 0 || sort !== null;

  const { mayShare, isOwn, ...rights } = useRights(type, now);
  const mayChange = now !== undefined && rights.mayChange;
  const share = useAction(() => change(now!, { shared: !now!.shared }), {
    done: now?.shared ? t('The view is yours alone.') : t('The view is shared.'),
  });
  const keep = useAction(() => change(now!, { where: { ...now!.where, ...where }, ...(sort !== null && { sort }) }), {
    done: t('View saved.'),
    after: () => show(now!.id),
  });
  const failed = share.error ?? keep.error;
  useEffect(() => {
    if (failed) toast(explain(failed).text);
  }, [failed]);
  if (!views.length && !isNarrowed) return null;
  const save = () =>
    setOpen(
      <SaveView
        type={type}
        layout={layout}
        where={{ ...now?.where, ...where }}
        sort={sort ?? now?.sort ?? null}
        left={left}
        mayShare={mayShare}
        after={show}
        close={close}
      />,
    );
  const remove = (view: View) =>
    setOpen(
      <Confirm
        title={t('Delete “{name}”?', { name: view.name })}
        button={t('Delete')}
        work={() => suite.delete('/v1/views/{id}', { params: { path: { id: view.id } } })}
        done={t('View deleted.')}
        after={() => show('')}
        close={close}
      >
        {view.shared
          ? t('Nobody sees this view any more. The records stay. This cannot be undone.')
          : t('The records stay. This cannot be undone.')}
      </Confirm>,
    );
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevronDown" size={14} />}>
            {now?.name ?? t('Views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {chosen['view'] && (
            <Menu.Item onClick={() => show('')}>{t('All {title}', { title: inSentence(title) })}</Menu.Item>
          )}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              onClick={() => show(view.id)}
              aria-current={view.id === now?.id || undefined}
              rightSection={view.shared && <SharedBy of={view} me={me.id} />}
            >
              {view.name}
            </Menu.Item>
          ))}
          {(isNarrowed || now) && (views.length > 0 || chosen['view']) && <Menu.Divider />}
          {isNarrowed && <Menu.Item onClick={save}>{t('Save as a view')}</Menu.Item>}
          {isNarrowed && mayChange && (
            <Menu.Item onClick={keep.run}>{t('Save to “{name}”', { name: now.name })}</Menu.Item>
          )}
          {now && (
            <Menu.Item onClick={() => setFirst(first === now.id ? '' : now.id)}>
              {first === now.id ? t('Do not open it first') : t('Open it first')}
            </Menu.Item>
          )}
          {mayChange && <Menu.Item onClick={() => setOpen(<Rename of={now} close={close} />)}>{t('Rename')}</Menu.Item>}
          {mayChange && mayShare && (!now.shared || isOwn) && (
            <Menu.Item onClick={share.run}>{now.shared ? t('Stop sharing') : t('Share')}</Menu.Item>
          )}
          {mayChange && (
            <Menu.Item color="red" onClick={() => remove(now)}>
              {t('Delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open}
    </>
  );
}

/** The rights of the reader to a view. */
function useRights(type: string, view: View | undefined) {
  const me = useMe();
  const may = useMay();
  const app = type.split('.')[0]!;
  const mayShare = may(`${app}:write` as Scope);
  const isAdmin = me.roles.some((role) => role === OWNER || role === `${app}:admin`);
  const isOwn = view?.owner_id === me.id;
  return { mayShare, isOwn, mayChange: view !== undefined && (view.shared ? mayShare && (isOwn || isAdmin) : isOwn) };
}

const change = (view: View, body: Partial<Pick<View, 'shared' | 'where' | 'sort'>>) =>
  suite.patch('/v1/views/{id}', {
    params: { path: { id: view.id }, header: { 'If-Match': `"${view.revision}"` } },
    body,
  } as never);

const SharedBy = ({ of: { owner_id }, me }: { of: View; me: string }) => (
  <small className="soft">
    {owner_id === me
      ? t('shared by you')
      : owner_id
        ? rich('shared by {owner}', { owner: <NameOf id={owner_id} /> })
        : t('shared')}
  </small>
);

/** The views of a type that the reader sees, and the one in the address, which may be one of more than are offered. */
function useViews(type: string | undefined, chosen: string | undefined): { all: View[]; now: View | undefined } {
  const query = { type, limit: MAX_VIEWS, sort: 'name:asc' };
  const { data } = useReadAny('/v1/views', { query, when: type !== undefined });
  const all: View[] = data?.data ?? [];
  const listed = all.find(({ id }) => id === chosen);
  const isFurther = Boolean(chosen) && data?.meta.has_more === true && !listed;
  const further = useReadAny('/v1/views/{id}', { path: { id: chosen ?? '' }, when: isFurther });
  return { all, now: listed ?? (isFurther ? further.data : undefined) };
}

/** Says that the view in the address filters by records that are gone: without it a list is empty for no visible reason. */
export function ViewNotice({ of: path }: { of: string }) {
  const [chosen] = useFilters([]);
  const type = CONTRACT.resources[path];
  const { now } = useViews(type, chosen['view']);
  // Lists of views do not say what is missing.
  const { data: view } = useReadAny('/v1/views/{id}', { path: { id: now?.id ?? '' }, when: now !== undefined });
  return view?.missing_records.length ? <Missing of={view} /> : null;
}

function Missing({ of: view }: { of: Shown<'View'> }) {
  const { mayChange } = useRights(view.type, view);
  const ids = new Set(view.missing_records);
  const where = conditionWithout(view.where, ids);
  const { run, running, error } = useAction(() => change(view, { where }), { done: t('View saved.') });
  return (
    <Alert role="status" color="yellow" variant="light" mb="sm" icon={<Icon name="alert" />}>
      <p>
        {t('The view “{name}” filters by records that do not exist any more, or that you may not see: {gone}.', {
          name: view.name,
          gone: labelsOf(view.where, ids).join(', '),
        })}
      </p>
      {mayChange && JSON.stringify(where) !== JSON.stringify(view.where) && (
        <Button mt="xs" size="compact-sm" variant="default" loading={running} onClick={run}>
          {t('Remove them from the view')}
        </Button>
      )}
      {error && <p role="alert">{explain(error).text}</p>}
    </Alert>
  );
}

/** The view that this browser opens a list with. It does so once, and only where the address asks for nothing. */
function useFirst(type: string, layout: string, views: readonly View[], show: (id: string) => void) {
  const key = `first view of ${type}, ${layout}`;
  const [first, setFirst] = useState(() => localStorage.getItem(key) ?? '');
  const search: Search = useSearch({ strict: false });
  const isDone = useRef(Object.values(search).some(Boolean));
  useEffect(() => {
    if (isDone.current || !views.length) return;
    isDone.current = true;
    // One that was deleted, or is shared no more, is not there.
    if (views.some(({ id }) => id === first)) show(first);
  }, [views.length]);
  const set = (id: string) => {
    setFirst(id);
    if (id) localStorage.setItem(key, id);
    else localStorage.removeItem(key);
  };
  return [first, set] as const;
}

interface SaveProps {
  type: string;
  layout: View['layout'];
  where: object;
  sort: string | null;
  left: readonly string[];
  mayShare: boolean;
  after: (id: string) => void;
  close: () => void;
}

const SaveView = ({ type, layout, where, sort, left, mayShare, after, close }: SaveProps) => (
  <Dialog onClose={close} title={t('Save as a view')}>
    <Form
      initial={{ name: '', shared: false }}
      submit={(values) =>
        suite.post('/v1/views', { body: { ...values, type, layout, where, ...(sort !== null && { sort }) } } as never)
      }
      button={t('Save')}
      done={t('View saved.')}
      after={({ id }: View) => {
        close();
        after(id);
      }}
      cancel={close}
    >
      {(field) => (
        <>
          <TextInput label={t('Name')} data-autofocus required maxLength={100} {...field('name')} />
          {mayShare && (
            <Checkbox
              label={t('Share it')}
              description={t('With everybody who may read these records. They see in it what they may read.')}
              {...field.checked('shared')}
            />
          )}
          {left.length > 0 && <p className="soft">{t('Not kept in a view: {left}.', { left: left.join(', ') })}</p>}
        </>
      )}
    </Form>
  </Dialog>
);

const Rename = ({ of: view, close }: { of: View; close: () => void }) => (
  <Dialog onClose={close} title={t('Rename the view')}>
    <Form
      initial={{ name: view.name }}
      submit={(body) =>
        suite.patch('/v1/views/{id}', {
          params: { path: { id: view.id }, header: { 'If-Match': `"${view.revision}"` } },
          body,
        } as never)
      }
      button={t('Save')}
      done={t('View saved.')}
      after={close}
      cancel={close}
    >
      {(field) => <TextInput label={t('Name')} data-autofocus required maxLength={100} {...field('name')} />}
    </Form>
  </Dialog>
);
