import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { currentContext, invalidField, Limiter, Shutdown, unavailable } from '../../platform/index.js';
import { printRange } from './a1.js';
import type { Cell } from './cell.js';
import { engineModule, type EngineModule } from './engine-module.js';
import type { DefinedName } from './sheet.entity.js';

export type Place = [tab: number, row: number, column: number];

/** The result of a formula. Null: a formula used to fill this cell and no longer does. */
export type Result = [...Place, cell: Cell | null];

/** The tasks of a worker thread, which runs them one after the other. */
export type Task =
  | { type: 'open'; sheet: string; writes: number; task: number; tabs: string[]; names: DefinedName[]; size: number }
  | { type: 'load'; cells: [...Place, Cell][] }
  | { type: 'change'; cells: [...Place, Cell | null][] }
  | { type: 'clear'; tab: number; top: number; left: number; bottom: number; right: number }
  | { type: 'evaluate' }
  /** Which formulas of a tab the engine does not know how to compute. */
  | { type: 'check'; tabs: string[]; tab: number; names: DefinedName[]; formulas: string[] }
  /** The next of the results, of which there may be many. None: that was all. */
  | { type: 'results' }
  | { type: 'keep'; sheet: string; writes: number; task: number };

export interface Answer {
  /** It has the workbook in the state that was asked for. */
  isKnown?: boolean;
  results?: Result[];
  unknown?: string[];
  spilling?: string[];
  /** Why the formulas cannot be computed. */
  refusal?: string;
}

/** Cells with something in them that a sheet with formulas may have. */
export const MAX_ENGINE_CELLS = 500_000;

/** Seconds that computing the formulas of a sheet may take, and likewise each step of loading it. */
export const MAX_SECONDS = 10;

/** Seconds that a thread may be at work for one change, all steps together. */
const MAX_JOB_SECONDS = 30;

/** Threads of a process, and those that one workspace may have at a time: one is always left to the others. */
const THREADS = 3;
const THREADS_PER_WORKSPACE = 2;

/** Milliseconds that a change waits for a thread. */
const WAIT_MS = 30_000;

/** Milliseconds after which a thread that has nothing to do ends, and gives back its memory. */
const IDLE_MS = 60_000;

/** Milliseconds that computing goes on when the process is to stop. */
const STOP_MS = 1_000;

/** Megabytes of V8's stack; see `engine-module.ts` for the other one. */
const STACK_MB = 32;

/** Cells that a refusal names. */
const MAX_NAMED = 3;

/** A change of the cells of a sheet, as the engine needs to know it. */
interface Recalculation {
  sheet: string;
  /** How often its cells had been written before. */
  writes: number;
  tabs: string[];
  names: DefinedName[];
  /** Cells with something in them. */
  size: number;
  /** All its cells as they were before, in portions; only asked for where the engine does not know them. */
  cells: () => AsyncIterable<[...Place, Cell][]>;
  changes: AsyncIterable<Task & { type: 'change' | 'clear' }>;
  /** The formulas that are new: what a refusal names, as without them there was none. */
  suspects: readonly (readonly [...Place, ...unknown[]])[];
  /** The field of the request that is to blame where the formulas cannot be computed. */
  field: string;
}

/** Formulas of a tab that are to be imported. */
export interface Check extends Pick<Recalculation, 'tabs' | 'names' | 'field'> {
  tab: number;
  formulas: readonly [...Place, formula: string][];
}

/** Computes the formulas of sheets in threads of their own, which keep the workbooks they used last. */
@Injectable()
export class Engine implements OnModuleDestroy {
  #module: Promise<EngineModule> | null = null;
  readonly #threads = Array.from({ length: THREADS }, () => new Thread(() => (this.#module ??= engineModule())));
  readonly #limiter = new Limiter({
    atOnce: THREADS,
    perKey: THREADS_PER_WORKSPACE,
    waitMs: WAIT_MS,
    message: 'The server is busy with other formulas. Try again in a moment.',
  });
  #tasks = 0;
  #isStopped = false;

  constructor({ signal }: Shutdown) {
    // A grace period lets quick tasks finish.
    signal.addEventListener('abort', () => void setTimeout(() => void this.#stop(), STOP_MS).unref());
  }

  /**
   * Applies a change and answers what all formulas give now, as far as it differs. `keep` is to be called once that is
   * committed; a workbook whose change is not is forgotten. Throws a 400 where it takes too long or needs too much.
   */
  recalculate(recalculation: Recalculation) {
    return this.#limiter.run(() => this.#recalculate(recalculation), { key: currentContext().workspaceId });
  }

  /**
   * The formulas of a tab with a name, a function or a notation that the engine does not know (`unknown`), and the formulas
   * that fill several cells because of a name (`spilling`).
   */
  check({ tabs, tab, names, formulas, field }: Check): Promise<Record<'unknown' | 'spilling', Set<string>>> {
    const texts = [...new Set(formulas.map(([, , , formula]) => formula))];
    const check = async () => {
      try {
        const { unknown, spilling } = await this.#idleThread('').run('', (ask) =>
          ask({ type: 'check', tabs, tab, names, formulas: texts }),
        );
        return { unknown: new Set(unknown), spilling: new Set(spilling) };
      } catch (error) {
        throw this.#explained(error, field, seen(formulas, tabs));
      }
    };
    return this.#limiter.run(check, { key: currentContext().workspaceId });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#stop();
  }

  async #recalculate({ sheet, writes, tabs, names, size, cells, changes, suspects, field }: Recalculation) {
    const task = ++this.#tasks;
    const thread = this.#idleThread(sheet);
    try {
      const results = await thread.run(sheet, async (askThread) => {
        const ask: Ask = (task) => (this.#isStopped ? Promise.reject(new Error('The engine ended.')) : askThread(task));
        const opened = await ask({ type: 'open', sheet, writes, task, tabs, names, size });
        if (!opened.isKnown) for await (const portion of cells()) await ask({ type: 'load', cells: portion });
        for await (const change of changes) await ask(change);
        await ask({ type: 'evaluate' });
        const results: Result[] = [];
        for (;;) {
          const { results: portion = [] } = await ask({ type: 'results' });
          if (!portion.length) return results;
          for (const result of portion) results.push(result);
        }
      });
      return { results, keep: () => thread.tell({ type: 'keep', sheet, writes: writes + 1, task }) };
    } catch (error) {
      throw this.#explained(error, field, seen(suspects, tabs));
    }
  }

  #explained(error: unknown, field: string, where: string): unknown {
    if (this.#isStopped) return unavailable('The server is restarting. Try again in a moment.');
    return error instanceof Refusal ? invalidField(field, 'too_large', error.message + where) : error;
  }

  /** The one that had the sheet last, else one that runs already. There is one, as there are no more leases. */
  #idleThread(sheet: string): Thread {
    const idle = this.#threads.filter(({ isBusy }) => !isBusy);
    return idle.find(({ sheets }) => sheets.has(sheet)) ?? idle.find(({ isStarted }) => isStarted) ?? idle[0]!;
  }

  async #stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }
}

/** Where to look for what is too much. */
function seen(suspects: Recalculation['suspects'], tabs: string[]): string {
  if (!suspects.length) return '.';
  const names = suspects
    .slice(0, MAX_NAMED)
    .map(([tab, row, column]) => printRange(tabs[tab]!, { top: row, left: column, bottom: row, right: column }));
  const more = suspects.length - names.length;
  return `: see ${names.join(', ')}${more ? ` and ${more} more` : ''}.`;
}

/** Formulas that are too much. */
class Refusal extends Error {}

type Ask = (task: Task) => Promise<Answer>;

/** A thread that is started when there is something to do. */
class Thread {
  /** The sheets whose workbooks this thread may have in memory. */
  readonly sheets = new Set<string>();
  isBusy = false;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(private readonly module: () => Promise<EngineModule>) {}

  get isStarted(): boolean {
    return this.#worker !== null;
  }

  /** Runs `work`, within the time that there is for it. Where it fails, the thread is ended. */
  async run<T>(sheet: string, work: (ask: Ask) => Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    this.isBusy = true;
    this.sheets.add(sheet);
    let left = MAX_JOB_SECONDS * 1000;
    const ask: Ask = async (task) => {
      const worker = (this.#worker ??= await this.#start());
      const from = performance.now();
      try {
        return await this.#ask(worker, task, Math.min(left, MAX_SECONDS * 1000));
      } finally {
        left = Math.max(0, left - (performance.now() - from));
      }
    };
    try {
      return await work(ask);
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      this.isBusy = false;
      this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
    }
  }

  /** Leaves a note that needs no answer. */
  tell(task: Task & { type: 'keep' }): void {
    this.#worker?.postMessage(task);
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    this.sheets.clear();
    await worker?.terminate();
  }

  async #ask(worker: Worker, task: Task, milliseconds: number): Promise<Answer> {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const refusal = `The formulas of the sheet take longer than ${MAX_SECONDS} seconds to compute`;
      const late = setTimeout(() => settle(() => resolve({ refusal })), milliseconds);
      const settle = (done: () => void) => {
        clearTimeout(late);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        done();
      };
      const onMessage = (message: Answer) => settle(() => resolve(message));
      const onError = (error: Error) => settle(() => reject(error));
      const onExit = () => settle(() => reject(new Error('The engine ended.')));
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(task, []);
    });
    if (answer.refusal) throw new Refusal(answer.refusal);
    return answer;
  }

  async #start(): Promise<Worker> {
    // Tests run the sources, which Node reads without a build.
    const file = new URL(`./engine.worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
    const worker = new Worker(file, {
      workerData: await this.module(),
      resourceLimits: { stackSizeMb: STACK_MB },
    });
    worker.unref();
    // It says when it is ready, so that no time begins before.
    await once(worker, 'message');
    // A job that waits for an answer hears of it by itself; one that dies with nothing to do is started anew next time.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.sheets.clear();
    });
    return worker;
  }
}
