import { ActionIcon, Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Confirm, offerUndo, useAction } from '../action.js';
import { CopyItems, type Shareable } from '../copy.js';
import { type IfMatch, refresh, suite, useMay, useRead } from '../api.js';
import { Problem } from '../errors.js';
import { Icon, type IconName } from '../icons.js';
import { useOffered } from '../offered.js';
import { type Change, prefixOf, type Shows } from '../resources.js';
import { SchemaDialog, request } from '../schema/form.js';
import type { Values } from '../schema/fields.js';
import type { InputProps } from '../schema/input.js';
import { worded } from '../words.js';
import { toast } from '../toast.js';
import { ELSEWHERE, GONE, type Offer, offersOf } from './acts.js';
import { EditDialog } from './edit.js';
import { nameOf, nounOf, withCapital } from './nouns.js';
import { t } from '../language.js';

interface ActionsProps {
  shows: Shows;
  record: Values;
  /** Where to go when it is deleted for good. */
  list: string;
  /** Fields of the form that are not shown. */
  without?: readonly string[];
  /** Inputs of fields that need more than their schema. */
  inputs?: Record<string, ComponentType<InputProps>>;
  /** The request that the menu copies. Default: the one that reads the record. */
  copies?: Shareable;
  /** Actions of its own, before the others. */
  children?: ReactNode;
}

/** May the reader do this? */
export function useMayChange(): (change: Change | null) => boolean {
  const may = useMay();
  return (change) => change !== null && (change.scope === null || may(change.scope));
}

/** Buttons for all that the API lets people do with a record: its actions, change, delete and restore. */
export function RecordActions({ shows, record, list, without, inputs, copies, children }: ActionsProps) {
  const { path, param, title } = shows;
  const may = useMayChange();
  const [open, setOpen] = useState<ReactNode>(null);
  const close = () => setOpen(null);
  const names = { [param]: record.id ?? record[param] };
  const noun = nounOf(title);
  const deleted = Boolean(record.deleted_at);
  const known = offersOf(path);
  const offers = [
    ...known.filter((offer) => may(shows.acts.find((act) => act.path === offer.path) ?? null)),
    ...shows.acts
      .filter((act) => may(act) && !ELSEWHERE.has(act.path) && !known.some((offer) => offer.path === act.path))
      .map(({ path: at, verb, asks }): Offer => {
        const label = worded(verb.replaceAll('-', '_'));
        return { path: at, label, only: asks ? undefined : [], done: t('{label}: done.', { label }) };
      }),
  ].filter(({ when }) => !deleted && (when?.(record) ?? true));

  const restore = useAction(
    (header) => request({ method: 'post', path: `${path}/restore`, names }, undefined, header),
    {
      done: t('{noun} restored.', { noun: withCapital(noun) }),
    },
  );
  const take = useAct(names, record);
  const edit = () =>
    setOpen(
      <EditDialog
        path={path}
        names={names}
        read={path}
        record={record}
        list={title}
        without={without}
        inputs={inputs}
        close={close}
      />,
    );
  const start = (offer: Offer) => {
    if (offer.only?.length || (offer.only === undefined && !known.includes(offer)))
      return setOpen(<ActDialog offer={offer} names={names} record={record} inputs={inputs} close={close} />);
    if (!offer.asks) return take.run(offer);
    setOpen(
      <Confirm
        title={`${offer.label}: ${nameOf(record)}?`}
        button={offer.label}
        calm={!offer.danger}
        work={() => request({ method: 'post', path: offer.path, names })}
        done={offer.done}
        close={close}
      >
        {t('{asks} This cannot be undone.', { asks: offer.asks })}
      </Confirm>,
    );
  };
  const removal = useRemoval({ shows, record, names, list, setOpen });

  const first = offers.filter((offer) => offer.first);
  const rest = offers.filter((offer) => !offer.first);
  const mayEdit = !deleted && may(shows.change);
  const mayRemove = !deleted && may(shows.remove);
  const follows = !deleted && mayFollow(String(record.id));
  useOffered([
    ...offers.map((offer) => ({ title: offer.label, run: () => start(offer) })),
    ...(mayEdit ? [{ title: t('Edit {noun}', { noun }), run: edit }] : []),
    ...(mayRemove ? [{ title: t('Delete {noun}', { noun }), run: removal.remove }] : []),
  ]);
  const problem = take.error ?? restore.error ?? removal.error;
  return (
    <>
      {children}
      {first.map((offer) => (
        <Button
          key={offer.label}
          variant="default"
          color={offer.danger ? 'red' : undefined}
          onClick={() => start(offer)}
        >
          {offer.label}
        </Button>
      ))}
      {mayEdit && (
        <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={edit} aria-keyshortcuts="e">
          {t('Edit')}
        </Button>
      )}
      {deleted && shows.trash && may(shows.remove) && (
        <Button loading={restore.running} leftSection={<Icon name="refresh" size={16} />} onClick={restore.run}>
          {t('Restore')}
        </Button>
      )}
      <MoreMenu label={t('More for {name}', { name: nameOf(record) })}>
        {rest.map((offer) => (
          <Menu.Item key={offer.label} color={offer.danger ? 'red' : undefined} onClick={() => start(offer)}>
            {offer.label}
          </Menu.Item>
        ))}
        {follows && <Follow id={String(record.id)} />}
        <CopyItems request={copies ?? { method: 'get', path, names }} id={String(names[param])} />
        {mayRemove && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" onClick={removal.remove}>
              {t('Delete')}
            </Menu.Item>
          </>
        )}
      </MoreMenu>
      {problem && <Problem error={problem} />}
      {open}
    </>
  );
}

/** Records that people follow, by how their ids begin. */
const FOLLOWED = new Set(['app', 'cnt', 'deal', 'doc', 'job', 'prj', 'sht', 'task']);

export const mayFollow = (id: string): boolean => FOLLOWED.has(prefixOf(id) ?? '');

/** Whether changes of a record come to the inbox of whoever is signed in. It is asked for when the menu opens. */
function Follow({ id }: { id: string }) {
  const path = { id };
  const follow = useRead('/v1/follows/{id}', { path });
  const follows = Boolean(follow.data?.created_at);
  const change = useAction(() => (follows ? suite.delete : suite.put)('/v1/follows/{id}', { params: { path } }), {
    done: follows ? t('You do not follow this any more.') : t('You follow this now.'),
  });
  if (!follow.data) return null;
  return <Menu.Item onClick={change.run}>{follows ? t('Unfollow') : t('Follow')}</Menu.Item>;
}

export const MoreMenu = ({
  label,
  icon = 'more',
  children,
}: {
  label: string;
  icon?: IconName;
  children: ReactNode;
}) => (
  <Menu position="bottom-end" returnFocus>
    <Menu.Target>
      <ActionIcon variant="default" size={36} aria-label={label} title={t('More')}>
        <Icon name={icon} size={18} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);

/** Does an action at once, and offers to take it back where that is possible. */
function useAct(names: Record<string, string>, record: Values) {
  const [error, setError] = useState<Error | null>(null);
  const run = async (offer: Offer) => {
    try {
      setError(null);
      await request({ method: 'post', path: offer.path, names }, offer.fixed);
      await refresh();
      said(offer, record);
    } catch (problem) {
      setError(problem as Error);
    }
  };
  return { run: (offer: Offer) => void run(offer), error };
}

/** Says that an action is done, and offers to undo it. */
function said({ done, undo }: Offer, record: Values): void {
  if (!undo) return toast(done);
  const { body, ...back } = undo(record);
  offerUndo(done, () => request(back, body));
}

interface ActDialogProps {
  offer: Offer;
  names: Record<string, string>;
  record: Values;
  inputs?: ActionsProps['inputs'];
  close: () => void;
  after?: (answer: Values) => unknown;
}

/** Asks for what an action needs. */
export const ActDialog = ({ offer, names, record, inputs, close, after }: ActDialogProps) => (
  <SchemaDialog
    title={`${offer.label}: ${nameOf(record)}`}
    about={offer.asks}
    of={{ method: 'post', path: offer.path, names }}
    fixed={offer.fixed}
    only={offer.only}
    inputs={inputs}
    button={offer.label}
    after={(answer) => {
      said(offer, record);
      return after?.(answer);
    }}
    close={close}
  />
);

interface RemovalProps {
  shows: Pick<Shows, 'path' | 'title' | 'trash'>;
  record: Values;
  names: Record<string, string>;
  /** Where to go when it is gone for good; without it people stay. */
  list?: string;
  setOpen: (dialog: ReactNode) => void;
}

/** Deletes a record: into the trash with an offer to undo it, else after a question. */
export function useRemoval({ shows: { path, title, trash }, record, names, list, setOpen }: RemovalProps) {
  const navigate = useNavigate();
  const noun = nounOf(title);
  const of = { path: path as never, names };
  const remove = (header: IfMatch) => request({ method: 'delete', path, names }, undefined, header);
  const bin = useAction(remove, {
    of,
    after: () =>
      offerUndo(t('{noun} moved to the trash.', { noun: withCapital(noun) }), () =>
        request({ method: 'post', path: `${path}/restore`, names }),
      ),
  });
  const ask = () =>
    setOpen(
      <Confirm
        of={of}
        title={t('Delete “{name}”?', { name: nameOf(record).slice(0, 80) })}
        button={t('Delete')}
        work={remove}
        done={t('{noun} deleted.', { noun: withCapital(noun) })}
        after={() => list !== undefined && navigate({ to: list })}
        close={() => setOpen(null)}
      >
        {t('{GONE} This cannot be undone.', { GONE: GONE[String(record.id).split('_', 1)[0]!] })}
      </Confirm>,
    );
  return { remove: trash ? bin.run : ask, error: bin.error };
}
