import { Button, Menu, SegmentedControl, Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import {
  Empty,
  Icon,
  Named,
  Page,
  Ready,
  Star,
  type Shown,
  toast,
  useFilters,
  useMay,
  useRead,
  useResources,
  When,
} from '../../kit/index.js';
import { RecordActions } from '../../kit/record/index.js';
import { type Draft, typingKeys } from './cell-input.js';
import { cellAt, cellIn, readArea, useCells, VALUES } from './cells.js';
import { type Clip, filledFrom, pasted } from './clipboard.js';
import { Download } from './download.js';
import { MAX_CELLS, useEdits } from './edits.js';
import { Grid } from './grid.js';
import { editedLocally, shownLocally, typedLocally } from './local.js';
import { type Area, areaName, cellName, cellsIn, gridOf, isIn, type Place, rangeOf } from './range.js';
import { chosenArea, type Selection, steppedTo } from './selection.js';
import { StatusLine } from './status-line.js';
import { toTableText } from './table-text.js';
import { Failed, Larger, Tool } from './tools.js';
import { type Cell, EMPTY, FORMATS, inFormat, typedInto } from './typed.js';
import styles from './sheet.module.css';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/sheets/$id');
const PATH = '/v1/office/sheets/{id}';

export default function SheetPage() {
  const { id } = route.useParams();
  const sheet = useRead(PATH, { path: { id }, query: { include_deleted: true } });
  return <Ready of={sheet}>{(found) => <One key={id} of={found} />}</Ready>;
}

function One({ of: sheet }: { of: Shown<'Sheet'> }) {
  const { id, revision, title, sheets, owner_id, updated_at, deleted_at } = sheet;
  const [chosen, choose] = useFilters(['tab', 'cells']);
  const formulas = chosen.cells === 'formulas';
  const tab = sheets.find(({ name }) => name === chosen.tab) ?? sheets[0]!;
  const shows = useResources()?.shows.get('sht');
  const query = { range: rangeOf(tab.name), ...(formulas && { value_render: 'formula' }) };
  return (
    // Not the page of a record, as cells that somebody else changes are shown at once.
    <Page
      title={title}
      within={{ title: t('Spreadsheets'), to: '/sheets' }}
      about={rich('Of {owner}, changed {updated}', {
        owner: <Named of={owner_id} />,
        updated: <When at={updated_at} />,
      })}
      beside={<Star of={id} />}
      actions={
        <>
          {!deleted_at && <Download id={id} title={title} tab={tab.name} />}
          {shows && (
            <RecordActions
              shows={shows}
              record={sheet}
              list="/sheets"
              copies={{ method: 'get', path: VALUES, names: { id }, query }}
            />
          )}
        </>
      }
    >
      {deleted_at ? (
        <Empty icon="trash" title={t('This spreadsheet is in the trash')}>
          {rich('It goes for good {purge}. Until then it can be restored.', { purge: <When at={sheet.purge_at!} /> })}
        </Empty>
      ) : (
        <Tabs
          // By their places: names of tabs are no ids.
          value={String(sheets.indexOf(tab))}
          onChange={(place) => choose({ tab: place === '0' ? '' : sheets[Number(place)]!.name })}
          className={styles.tabs}
        >
          <Tabs.List>
            {sheets.map(({ name }, place) => (
              <Tabs.Tab key={name} value={String(place)}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {sheets.map((each, place) => (
            <Tabs.Panel key={each.name} value={String(place)}>
              {each === tab && (
                <Workspace
                  key={tab.name}
                  id={id}
                  revision={revision}
                  tab={tab}
                  formulas={formulas}
                  setFormulas={(are) => choose({ cells: are ? 'formulas' : '' })}
                />
              )}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Page>
  );
}

interface WorkspaceProps {
  id: string;
  revision: number;
  tab: Shown<'Tab'>;
  formulas: boolean;
  setFormulas: (are: boolean) => void;
}

const START: Selection = { at: { row: 0, column: 0 }, to: { row: 0, column: 0 } };

/** A tab to work in: buttons, the bar with what is in the active cell, and the cells. */
function Workspace({ id, revision, tab, formulas, setFormulas }: WorkspaceProps) {
  const writable = useMay()('office:write');
  const [edits, { waiting, failure, undo, redo }] = useEdits(id);
  const [selection, setSelection] = useState(START);
  const [draft, show] = useState<Draft | null>(null);
  // Known at once, as an input that loses the focus tells it in the middle of another change.
  const current = useRef<Draft | null>(null);
  const clip = useRef<Clip | null>(null);
  /** The column in which Tab was pressed first: Enter goes on below it. */
  const lineStart = useRef<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { at } = selection;
  const area = chosenArea(selection);

  const setDraft = (next: Draft | null, goBack = true) => {
    const isOver = goBack && current.current && !next;
    current.current = next;
    show(next);
    if (isOver) scroller.current?.focus({ preventScroll: true });
  };
  const select = (next: Selection) => {
    lineStart.current = null;
    setSelection(next);
  };
  const begin = (place: Place, text?: string, where: Draft['where'] = 'cell') => {
    if (!writable) return;
    const before = cellAt(id, tab.name, place);
    setDraft({
      at: place,
      text: text ?? editedLocally(before ?? EMPTY),
      where,
      fresh: text !== undefined,
      // Edits that are on their way change it.
      seen: waiting.length ? undefined : before?.raw,
    });
  };
  const commit = (down: number, right: number) => {
    const typed = current.current;
    if (!typed) return;
    const { at: place, text, seen } = typed;
    // An input that lost the focus leaves it where it went.
    setDraft(null, Boolean(down || right));
    const before = cellAt(id, tab.name, place) ?? EMPTY;
    if (waiting.length || text !== editedLocally(before)) {
      const cell = areaAt(place);
      edits.make({
        name: t('Typing'),
        changes: [
          {
            tab: tab.name,
            area: cell,
            entries: (before) => [[typedInto(before[0]![0]!, typedLocally(text))]],
            seen: seen === undefined ? undefined : [[seen]],
            shown: (row, column) => (isIn(cell, row, column) ? text.replace(/^'/, '') : undefined),
          },
        ],
      });
    }
    if (!down && !right) return;
    const start = lineStart.current;
    const from = down && start !== null ? { row: place.row, column: start } : place;
    setSelection(steppedTo({ at: from, to: from }, down, right, tab));
    lineStart.current = right > 0 ? (start ?? place.column) : null;
  };

  const clear = () =>
    edits.make({
      name: t('Clear'),
      changes: [
        { tab: tab.name, area, entries: 'clear', shown: (row, column) => (isIn(area, row, column) ? '' : undefined) },
      ],
    });
  const format = (like: string) => {
    const entries = (before: Cell[][]) =>
      before.map((row) => row.map(({ raw }) => (typeof raw === 'number' ? inFormat(raw, like) : null)));
    edits.make({ name: t('Format'), changes: [{ tab: tab.name, area, entries }] });
  };

  const onKey = (event: KeyboardEvent): boolean => {
    const far = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const last = { row: tab.rows - 1, column: tab.columns - 1 };
    if (far && key === 'a') select({ at: { row: 0, column: 0 }, to: last });
    else if (far && key === ' ')
      select({ at: { row: 0, column: area.left }, to: { row: last.row, column: area.right } });
    else if (!far && event.shiftKey && key === ' ')
      select({ at: { row: area.top, column: 0 }, to: { row: area.bottom, column: last.column } });
    else if (!writable) return false;
    else if (key === 'delete' || key === 'backspace') clear();
    else if (far && (key === 'y' || (key === 'z' && event.shiftKey))) edits.redo();
    else if (far && key === 'z') edits.undo();
    else if (far && key === 'd') edits.make(filledFrom(tab.name, area, 'down'));
    else return false;
    event.preventDefault();
    return true;
  };

  const onClipboard = (event: ClipboardEvent) => {
    event.preventDefault();
    if (event.type === 'paste') {
      const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
      if (!writable || !text) return;
      const { edit, area: into } = pasted(text, clip.current, tab.name, area);
      if (clip.current?.cut) clip.current = null;
      edits.make(edit);
      select({ at: { row: into.top, column: into.left }, to: { row: into.bottom, column: into.right } });
      return;
    }
    if (cellsIn(area) > MAX_CELLS) return toast(t('At most 100,000 cells can be copied at once.'));
    const cut = event.type === 'cut' && writable;
    const take = (cells: Cell[][]) => {
      const text = toTableText(cells.map((row) => row.map((cell) => shownLocally(cell))));
      clip.current = { tab: tab.name, area, cells, text, cut };
      return text;
    };
    const loaded = gridOf(area, (row, column) => cellAt(id, tab.name, { row, column }));
    if (loaded.every((row) => row.every((cell) => cell !== undefined)))
      return event.clipboardData.setData('text/plain', take(loaded as Cell[][]));
    // Cells that were never in sight are read first.
    void readArea(id, tab.name, area)
      .then((block) =>
        navigator.clipboard.writeText(
          take(gridOf(area, (row, column) => cellIn(block, row - area.top, column - area.left))),
        ),
      )
      .catch(() => toast(t('These cells could not be copied. Choose fewer.')));
  };

  // Loaded here too, so that the bar shows it when it comes.
  useCells(id, revision, tab, [{ index: at.row }], [{ index: at.column }]);
  const active = cellAt(id, tab.name, at) ?? EMPTY;
  const name = cellName(at.row, at.column);
  return (
    <div className={styles.sheet}>
      <div className={styles.tools} role="toolbar" aria-label={t('Cells')}>
        {writable && (
          <>
            <Tool
              icon="undo"
              label={undo.length ? t('Undo: {name}', { name: undo.at(-1)!.name }) : t('Undo')}
              off={!undo.length || waiting.length > 0}
              run={() => edits.undo()}
            />
            <Tool
              icon="redo"
              label={redo.length ? t('Redo: {name}', { name: redo.at(-1)!.name }) : t('Redo')}
              off={!redo.length || waiting.length > 0}
              run={() => edits.redo()}
            />
            <Menu position="bottom-start">
              <Menu.Target>
                <Button size="compact-sm" variant="default" rightSection={<Icon name="chevronDown" size={14} />}>
                  {t('Format')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {FORMATS.map(({ label, like }) => (
                  <Menu.Item key={label} onClick={() => format(like)}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            <Larger id={id} tab={tab} />
          </>
        )}
        <SegmentedControl
          size="xs"
          aria-label={t('What cells show')}
          data={[
            { value: '', label: t('Values') },
            { value: 'formulas', label: t('Formulas') },
          ]}
          value={formulas ? 'formulas' : ''}
          onChange={(what) => setFormulas(what === 'formulas')}
        />
        <span className={styles.saved} role="status">
          {waiting.length ? t('Saving…') : undo.length || redo.length ? t('Saved') : ''}
        </span>
      </div>
      <div className={styles.typed}>
        <strong className="mono">{areaName(area)}</strong>
        <textarea
          data-bar
          rows={1}
          aria-label={t('In {name}', { name })}
          readOnly={!writable}
          value={draft && draft.at.row === at.row && draft.at.column === at.column ? draft.text : editedLocally(active)}
          onFocus={() =>
            current.current ? setDraft({ ...current.current, where: 'bar', fresh: false }) : begin(at, undefined, 'bar')
          }
          onBlur={() => commit(0, 0)}
          onChange={({ currentTarget }) =>
            current.current && setDraft({ ...current.current, text: currentTarget.value })
          }
          onKeyDown={(event) => current.current && typingKeys(event, current.current, setDraft, commit)}
        />
      </div>
      {failure && <Failed of={failure} close={() => edits.dismiss()} />}
      <Grid
        id={id}
        revision={revision}
        tab={tab}
        formulas={formulas}
        writable={writable}
        waiting={waiting}
        selection={selection}
        select={select}
        draft={draft}
        setDraft={setDraft}
        begin={begin}
        commit={commit}
        scroller={scroller}
        onKey={onKey}
        onClipboard={onClipboard}
      />
      <StatusLine id={id} tab={tab.name} area={area} state={`${revision} ${waiting.length}`} />
    </div>
  );
}

const areaAt = ({ row, column }: Place): Area => ({ top: row, left: column, bottom: row, right: column });
