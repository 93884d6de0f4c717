import { Alert, Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Confirm, offerUndo } from '../action.js';
import { noteRefusal, refresh } from '../api.js';
import { useFocusBack } from '../dialog.js';
import { explain } from '../errors.js';
import { Icon } from '../icons.js';
import { useMayChange } from '../record/actions.js';
import { WrittenChanges } from '../preview/written-changes.js';
import { GONE } from '../record/acts.js';
import { type Shows, useResources } from '../resources.js';
import type { Values } from '../schema/fields.js';
import { toast } from '../toast.js';
import { ChangeDialog } from './change.js';
import { change, type Foreseen, foresee, remove, restore, type Undo } from './requests.js';
import { type Failure, forEach, foreseenInWords, inWords, undoneInWords } from './run.js';
import type { Bulk } from './selection.js';
import { type Move, SEVERAL } from './several.js';
import { plural, t } from '../language.js';

/** Records that one press of a button changes. */
const MAX_CHANGED = 100;

interface Work {
  /** The records that it is meant for. */
  records: readonly Values[];
  work: (record: Values) => Promise<unknown>;
  /** As it is said of them: `published`. */
  done: string;
}

/** Does something with each of several records that is no batch, and says how it went. */
export type Run = (work: Work) => Promise<void>;

interface BarProps extends Omit<Bulk<any>, 'name'> {
  name: (row: Values) => string;
  rows: readonly Values[];
  choose: (ids: ReadonlySet<string>) => void;
  failures: readonly Failure[];
  fail: (failures: readonly Failure[]) => void;
}

/** Actions on the rows that are ticked. A row on which one fails stays ticked, with the reason. */
export default function Bar({ of, name, inputs, buttons: Buttons, rows, choose, failures, fail }: BarProps) {
  const several = SEVERAL[of]!;
  const shows = useResources()?.shows.get(of);
  const may = useMayChange();
  const [isRunning, setRunning] = useState(false);
  const [open, setOpen] = useState<ReactNode>(null);
  useFocusBack();
  const { nouns, counted } = several;
  const close = () => setOpen(null);

  const tell = (found: readonly Failure[]) => {
    fail(found);
    for (const { error } of found) noteRefusal(error as Error);
  };
  const say = (done: readonly Values[], verb: string, undo?: Undo) => {
    if (!done.length) return;
    const text = inWords(done.length, rows.length, several, verb);
    if (!undo) return toast(text);
    offerUndo(text, async () => {
      const left = await undo(done);
      return left.length ? undoneInWords(done.length, left, name, (error) => explain(error).text) : undefined;
    });
  };

  const finish = async (work: Promise<{ done: Values[]; failures: Failure[]; undo?: Undo }>, verb: string) => {
    setRunning(true);
    const found = await work;
    setRunning(false);
    await refresh();
    say(found.done, verb, found.undo);
    tell(found.failures);
  };
  const run: Run = ({ records, work, done }) => finish(forEach(records, work), done);
  const start = ({ label, sets, done, asks }: Move, records: readonly Values[], at: Shows) => {
    const go = () => finish(change(at, several, records, { sets }), done);
    if (!asks) return void go();
    setOpen(
      <Confirm
        title={t('{label} {records}?', { label, records: counted(records.length) })}
        button={label}
        calm
        work={go}
        close={close}
      >
        <p>{asks}</p>
        <Preview find={() => foresee(at, records, { sets })} name={name} />
      </Confirm>,
    );
  };

  const live = rows.filter(({ deleted_at }) => !deleted_at);
  const trashed = rows.filter(({ deleted_at }) => deleted_at);
  const removeThem = (at: Shows) => {
    if (at.trash) return void finish(remove(at, live), t('moved to the trash'));
    setOpen(
      <Confirm
        title={t('Delete {records}?', { records: counted(live.length) })}
        button={t('Delete')}
        work={() => finish(remove(at, live), t('deleted'))}
        close={close}
      >
        <p>
          {GONE[of]} {t('This cannot be undone.')}
        </p>
        <Preview find={() => foresee(at, live, 'removal')} name={name} isRemoval />
      </Confirm>,
    );
  };

  const tooMany = rows.length > MAX_CHANGED;
  const off = tooMany || isRunning;
  const moves = (several.moves ?? []).flatMap((move) => {
    const fitting = live.filter((record) => move.when?.(record) ?? true);
    return fitting.length ? [{ move, fitting }] : [];
  });
  return (
    <div
      className="bulk"
      role="region"
      aria-label={t('Chosen {nouns}', { nouns })}
      onKeyDown={({ key, currentTarget, target }) => {
        // A dialog of the bar stands elsewhere in the page, and hears the key itself.
        if (key === 'Escape' && currentTarget.contains(target as Node)) choose(new Set());
      }}
    >
      <strong role="status">
        {rows.length > 0 &&
          plural(rows.length, '{records} is chosen', '{records} are chosen', { records: counted(rows.length) })}
        {tooMany && `. ${t('At most {most} can be changed at once.', { most: MAX_CHANGED })}`}
      </strong>
      {Buttons && rows.length > 0 && !off && <Buttons of={rows} run={run} />}
      {shows && may(shows.change) && (
        <>
          {moves.map(({ move, fitting }) => (
            <Button
              key={move.label}
              size="xs"
              variant="default"
              disabled={off}
              onClick={() => start(move, fitting, shows)}
            >
              {move.label}
            </Button>
          ))}
          {live.length > 0 && (
            <Button
              size="xs"
              variant="default"
              disabled={off}
              onClick={() =>
                setOpen(
                  <ChangeDialog
                    several={several}
                    shows={shows}
                    records={live}
                    inputs={inputs}
                    after={(done, left, undo) => {
                      say(done, t('saved'), undo);
                      tell(left);
                    }}
                    close={close}
                  />,
                )
              }
            >
              {t('Edit')}
            </Button>
          )}
        </>
      )}
      {shows && may(shows.remove) && (
        <>
          {trashed.length > 0 && shows.trash && (
            <Button
              size="xs"
              variant="default"
              disabled={off}
              onClick={() => void finish(restore(shows, trashed), t('restored'))}
            >
              {t('Restore')}
            </Button>
          )}
          {live.length > 0 && (
            <Button
              size="xs"
              variant="default"
              color="red"
              disabled={off}
              leftSection={<Icon name="trash" size={16} />}
              onClick={() => removeThem(shows)}
            >
              {t('Delete')}
            </Button>
          )}
        </>
      )}
      <Button size="xs" variant="default" onClick={() => choose(new Set())}>
        {rows.length ? t('Choose none') : t('Close')}
      </Button>
      {failures.length > 0 && (
        <Alert
          role="alert"
          color="red"
          variant="light"
          icon={<Icon name="alert" />}
          title={t('This did not work for {records}', { records: counted(failures.length) })}
        >
          <Reasons of={failures} name={name} />
        </Alert>
      )}
      {open}
    </div>
  );
}

const Reasons = ({ of, name }: { of: readonly Failure[]; name: (record: Values) => string }) => (
  <ul>
    {of.map(({ record, error }) => (
      <li key={record.id}>
        {name(record)}: {explain(error).text}
      </li>
    ))}
  </ul>
);

interface PreviewProps {
  find: () => Promise<Foreseen>;
  name: (record: Values) => string;
  isRemoval?: boolean;
}

/** The outcome for several records, found by a dry run: how many, why not the others, and the fields before and after. */
function Preview({ find, name, isRemoval }: PreviewProps) {
  const [found, setFound] = useState<Foreseen | null>(null);
  useEffect(() => void find().then(setFound), []);
  if (!found) return <p role="status">{t('Checking …')}</p>;
  const { done, waiting, failures, changes } = found;
  return (
    <div className="stack">
      <p role="status">{foreseenInWords(done, waiting, failures.length, isRemoval)}</p>
      {failures.length > 0 && <Reasons of={failures} name={name} />}
      {!isRemoval && changes.length > 0 && (
        <details>
          <summary>{t('Fields before and after')}</summary>
          <WrittenChanges of={changes} />
        </details>
      )}
    </div>
  );
}
