import { parentPort } from 'node:worker_threads';
import { addNames, addTabs, evaluate, newModel, wordsOf } from './engine-model.ts';
import { Refusal, Workbook } from './engine-workbook.ts';
import type { Answer, Result, Task } from './engine.ts';

// Worker thread. Tests run the sources of its three files directly, so they import types from all other files.

/** Cache size in cells; the most recent workbook is always kept. */
const MAX_CACHED_CELLS = 500_000;

const port = parentPort!;

const TOO_MUCH = 'The formulas of the sheet are nested too deeply or need too much memory';

/** Results per message. */
const MAX_RESULTS = 5_000;

const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

/** Errors of unsupported formulas. */
const UNKNOWN = new Set(['#NAME?', '#ERROR!', '#N/IMPL!']);

function checked({ tabs, tab, names, formulas }: Extract<Task, { type: 'check' }>): Answer {
  const model = newModel();
  try {
    addTabs(model, tabs);
    // Formulas are placed on an extra tab with the names of their own. Only names that occur are defined, because defining one
    // is slow if there are many.
    const words = new Set(formulas.flatMap(wordsOf));
    const used = names.filter((name) => (name.tab ?? tab) === tab && words.has(name.name.toUpperCase()));
    addNames(
      model,
      used.map((name) => ({ ...name, tab: name.tab === null ? null : tabs.length })),
    );
    const isNamed = new Set(used.map(({ name }) => name.toUpperCase()));
    // In the last column from the bottom, where hardly any formula refers to.
    const place = (index: number) => [tabs.length, LAST_ROW - index, LAST_COLUMN] as const;
    for (const [index, formula] of formulas.entries()) model.setUserInput(...place(index), formula);
    evaluate(model);
    const results = formulas.map((_, index) => model.getFormattedCellValue(...place(index)));
    return {
      unknown: formulas.filter((_, index) => UNKNOWN.has(results[index]!)),
      spilling: formulas.filter(
        (formula, index) => results[index] === '#SPILL!' && wordsOf(formula).some((word) => isNamed.has(word)),
      ),
    };
  } finally {
    model.free();
  }
}

/** LRU cache: most recent last. */
const workbooks = new Map<string, Workbook>();
let current: Workbook;
let results: Result[] = [];

function forget(sheet: string): void {
  workbooks.get(sheet)?.free();
  workbooks.delete(sheet);
}

function open({ sheet, writes, task, tabs, names, size }: Extract<Task, { type: 'open' }>): Answer {
  const known = workbooks.get(sheet);
  const isKnown = known !== undefined && known.writes === writes;
  if (!isKnown) forget(sheet);
  let room = MAX_CACHED_CELLS - size;
  for (const [other, { size: taken }] of [...workbooks].reverse()) {
    room -= other === sheet ? 0 : taken;
    if (room < 0 && other !== sheet) forget(other);
  }
  current = isKnown ? known : new Workbook(tabs, names, size);
  workbooks.delete(sheet);
  workbooks.set(sheet, current);
  current.writes = null;
  current.task = task;
  return { isKnown };
}

function perform(task: Task): Answer | null {
  switch (task.type) {
    case 'open':
      return open(task);
    case 'load':
      for (const cell of task.cells) current.load(...cell);
      return {};
    case 'change':
      for (const change of task.cells) current.change(...change);
      return {};
    case 'clear':
      current.clear(task.tab, task.top, task.left, task.bottom, task.right);
      return {};
    case 'evaluate':
      results = current.evaluate();
      current.trim();
      return {};
    case 'check':
      return checked(task);
    case 'results':
      return { results: results.splice(-MAX_RESULTS) };
    case 'keep': {
      const workbook = workbooks.get(task.sheet);
      if (workbook?.task === task.task) workbook.writes = task.writes;
      return null;
    }
  }
}

port.on('message', (task: Task) => {
  try {
    const answer = perform(task);
    if (answer) port.postMessage(answer, []);
  } catch (error) {
    // Any error of the engine (out of memory, stack overflow) leaves it in an undefined state, so the thread is terminated.
    const refusal = error instanceof Refusal ? error.message : TOO_MUCH;
    port.postMessage({ refusal }, []);
  }
});

port.postMessage({}, []);
