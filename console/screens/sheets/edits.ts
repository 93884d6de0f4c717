import { useMemo, useSyncExternalStore } from 'react';
import { queries, read, type Shown, suite, SuiteError } from '../../kit/index.js';
import { cellIn, readArea, readCellsAnew, VALUES } from './cells.js';
import type { Change, Edit } from './edit.js';
import { type Area, areaName, cellsIn, gridOf, rangeOf } from './range.js';
import { type Cell, type Entry, entryOf } from './typed.js';
import { t } from '../../kit/language.js';

const SHEET = '/v1/office/sheets/{id}';

/** Cells that one change may have, as many as one call of the API. */
export const MAX_CELLS = 100_000;

/** Attempts to write while others write into the same sheet. */
const MAX_ATTEMPTS = 5;

/** An edit that was not made. */
export interface Failure {
  edit: Edit;
  error: unknown;
  /** The change whose cells somebody else has changed, and what these hold now. */
  conflict?: { change: Change; now: Cell[][] };
  /** Makes the edit after all. */
  again: () => void;
}

interface State {
  /** Edits on their way, the first one first. */
  waiting: readonly Edit[];
  failure: Failure | null;
  undo: readonly Edit[];
  redo: readonly Edit[];
}

/** Steps back that are kept. */
const MAX_STEPS = 100;

class Conflict extends Error {
  constructor(
    readonly change: Change,
    readonly now: Cell[][],
  ) {
    super(t('Somebody has changed these cells meanwhile.'));
  }
}

/** The changes of one sheet: sent one after the other in the order in which they were made, with a way back. */
export class Edits {
  #state: State = { waiting: [], failure: null, undo: [], redo: [] };
  readonly #watchers = new Set<() => void>();
  #running = false;

  constructor(readonly id: string) {}

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  readonly state = (): State => this.#state;

  make(edit: Edit): void {
    this.#queue(edit, 'undo');
  }

  undo(): void {
    const edit = this.#state.undo.at(-1);
    if (!edit || this.#state.waiting.length) return;
    this.#set({ undo: this.#state.undo.slice(0, -1) });
    this.#queue(edit, 'redo');
  }

  redo(): void {
    const edit = this.#state.redo.at(-1);
    if (!edit || this.#state.waiting.length) return;
    this.#set({ redo: this.#state.redo.slice(0, -1) });
    this.#queue(edit, 'undo', true);
  }

  dismiss(): void {
    this.#set({ failure: null });
  }

  /** `onto` says which stack its way back is kept on; whatever people do anew ends what could be made again. */
  #queue(edit: Edit, onto: 'undo' | 'redo', isAgain = false): void {
    this.#onto.set(edit, onto);
    this.#set({
      waiting: [...this.#state.waiting, edit],
      failure: null,
      ...(onto === 'undo' && !isAgain && { redo: [] }),
    });
    void this.#run();
  }

  readonly #onto = new WeakMap<Edit, 'undo' | 'redo'>();

  /** Sends what waits. What has been sent shows its texts until the cells have been read anew. */
  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let sent = 0; this.#state.waiting.length;) {
      const edit = this.#state.waiting[sent];
      if (!edit) {
        await this.#readAnew();
        this.#set({ waiting: this.#state.waiting.slice(sent) });
        sent = 0;
        continue;
      }
      try {
        const back = await this.#send(edit);
        const onto = this.#onto.get(edit)!;
        this.#set({ [onto]: [...this.#state[onto], back].slice(-MAX_STEPS) });
        sent++;
      } catch (error) {
        this.#set({ waiting: this.#state.waiting.filter((each) => each !== edit) });
        this.#fail(edit, error);
        if (!this.#state.waiting.length) await this.#readAnew();
      }
    }
    this.#running = false;
  }

  #fail(edit: Edit, error: unknown): void {
    const onto = this.#onto.get(edit)!;
    const conflict = error instanceof Conflict ? error : undefined;
    const again = () => {
      // People have seen the contents now.
      const changes = edit.changes.map((each) => ({ ...each, seen: undefined }));
      this.#queue({ ...edit, changes }, onto);
    };
    this.#set({ failure: { edit, error, conflict, again } });
  }

  /** Reads the sheet and its cells, as they are after what was sent. */
  async #readAnew(): Promise<void> {
    const queryKey = [SHEET, { id: this.id }];
    await queries.invalidateQueries({ queryKey });
    const [sheet] = queries.getQueriesData<Shown<'Sheet'>>({ queryKey });
    if (sheet?.[1]) await readCellsAnew(this.id, sheet[1].revision);
  }

  /** Makes an edit, and answers the one that takes it back. */
  async #send(edit: Edit): Promise<Edit> {
    const back: Change[] = [];
    for (const change of edit.changes) back.unshift(await this.#sendChange(change));
    return { ...edit, changes: back };
  }

  async #sendChange(change: Change): Promise<Change> {
    const { tab, area, entries, seen } = change;
    if (cellsIn(area) > MAX_CELLS)
      throw new Error(
        t('At most {most} cells can be changed at once. Choose fewer.', {
          most: MAX_CELLS.toLocaleString('en'),
        }),
      );
    const [from, to] = areaName(area).split(':');
    const range = rangeOf(tab, from, to);
    for (let attempt = 1; ; attempt++) {
      // The revision is read before the cells: where they change in between, the server refuses the write.
      const { revision }: Shown<'Sheet'> = await read(SHEET, { params: { path: { id: this.id } } });
      const before = await this.#cells(tab, area);
      if (seen && !seen.every((row, down) => row.every((raw, across) => before[down]![across]!.raw === raw)))
        throw new Conflict(change, before);
      const params = { path: { id: this.id }, header: { 'If-Match': `"${revision}"` } };
      try {
        const values = entries === 'clear' ? null : entries(before);
        if (values) await suite.put(VALUES, { params, body: { range, values, value_input: 'user_entered' } });
        else await suite.post('/v1/office/sheets/{id}/values/clear', { params, body: { range } });
        const after = await this.#cells(tab, area);
        return {
          tab,
          area,
          entries: () => before.map((row, down) => row.map((cell, across) => backTo(cell, values?.[down]?.[across]))),
          seen: after.map((row) => row.map(({ raw }) => raw)),
        };
      } catch (error) {
        if (!(error instanceof SuiteError) || error.status !== 412 || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #cells(tab: string, area: Area): Promise<Cell[][]> {
    const block = await readArea(this.id, tab, area);
    return gridOf(area, (row, column) => cellIn(block, row - area.top, column - area.left));
  }

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}

/** The entry that takes a cell back; those that were left alone stay so. */
const backTo = (cell: Cell, written: Entry | undefined): Entry => (written === null ? null : entryOf(cell));

/** The edits of a sheet, and their state. */
export function useEdits(id: string): [Edits, State] {
  const edits = useMemo(() => new Edits(id), [id]);
  return [edits, useSyncExternalStore(edits.watch, edits.state)];
}

/** The text that a cell shows until an edit has reached the server. */
export function pendingText(waiting: readonly Edit[], tab: string, row: number, column: number): string | undefined {
  for (const { changes } of waiting.toReversed())
    for (const change of changes.toReversed()) {
      if (change.tab !== tab || !change.shown) continue;
      const text = change.shown(row, column);
      if (text !== undefined) return text;
    }
  return undefined;
}
