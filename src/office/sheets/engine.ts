import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { currentContext, invalidField, Limiter, Shutdown, unavailable } from '../../platform/index.js';
import { printRange } from './a1.js';
import type { Cell } from './cell.js';
import { engineModule, type EngineModule } from './engine-module.js';
import type { DefinedName } from './sheet.entity.js';

export type Place = [tab: number, row: number, column: number];

/** The result of a formula. Null: the cell is no longer filled by a spill. */
export type Result = [...Place, cell: Cell | null];

/** Messages to a worker thread, which processes them in order. */
export type Task =
  | { type: 'open'; sheet: string; writes: number; task: number; tabs: string[]; names: DefinedName[]; size: number }
  | { type: 'load'; cells: [...Place, Cell][] }
  | { type: 'change'; cells: [...Place, Cell | null][] }
  | { type: 'clear'; tab: number; top: number; left: number; bottom: number; right: number }
  | { type: 'evaluate' }
  /** Check which formulas of a tab the engine does not support. */
  | { type: 'check'; tabs: string[]; tab: number; names: DefinedName[]; formulas: string[] }
  /** Fetch the next results; empty at the end. */
  | { type: 'results' }
  | { type: 'keep'; sheet: string; writes: number; task: number };

export interface Answer {
  /** The thread has the workbook cached in the requested state. */
  isKnown?: boolean;
  results?: Result[];
  unknown?: string[];
  spilling?: string[];
  /** Reason why the formulas cannot be computed. */
  refusal?: string;
}

/** Maximum non-empty cells of a sheet with formulas. */
export const MAX_ENGINE_CELLS = 500_000;

/** Timeout of a computation, and of each step of loading a sheet. */
export const MAX_SECONDS = 10;

/** Timeout of all steps of one change. */
const MAX_JOB_SECONDS = 30;

/** Threads per process and per workspace; one is always left to other workspaces. */
const THREADS = 3;
const THREADS_PER_WORKSPACE = 2;

/** Maximum wait for a thread. */
const WAIT_MS = 30_000;

/** Idle threads end after this, to free memory. */
const IDLE_MS = 60_000;

/** Grace period of computations at shutdown. */
const STOP_MS = 1_000;

/** Megabytes of V8's stack; see `engine-module.ts` for the other one. */
const STACK_MB = 32;

/** Maximum cells listed in an error. */
const MAX_NAMED = 3;

/** A change of cells, for the engine. */
interface Recalculation {
  sheet: string;
  /** Write counter before the change. */
  writes: number;
  tabs: string[];
  names: DefinedName[];
  /** Number of non-empty cells. */
  size: number;
  /** All cells before the change, in portions; read only if the engine has no cached workbook. */
  cells: () => AsyncIterable<[...Place, Cell][]>;
  changes: AsyncIterable<Task & { type: 'change' | 'clear' }>;
  /** New formulas, listed in an error, because the sheet was computable without them. */
  suspects: readonly (readonly [...Place, ...unknown[]])[];
  /** Request field reported if the formulas cannot be computed. */
  field: string;
}

/** Formulas of a tab that are to be imported. */
export interface Check extends Pick<Recalculation, 'tabs' | 'names' | 'field'> {
  tab: number;
  formulas: readonly [...Place, formula: string][];
}

/** Computes formulas in worker threads, which cache recent workbooks. */
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
    // Grace period for short computations.
    signal.addEventListener('abort', () => void setTimeout(() => void this.#stop(), STOP_MS).unref());
  }

  /**
   * Applies a change and returns changed results of formulas. Call `keep` after the commit; otherwise the cached workbook is
   * discarded. Throws 400 if it takes too long or too much memory.
   */
  recalculate(recalculation: Recalculation) {
    return this.#limiter.run(() => this.#recalculate(recalculation), { key: currentContext().workspaceId });
  }

  /** Formulas with an unsupported name, function or syntax (`unknown`), and formulas that spill because of a name (`spilling`). */
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

  /** Prefers the thread that has the sheet cached, then a running one. One is always free, because leases are bounded. */
  #idleThread(sheet: string): Thread {
    const idle = this.#threads.filter(({ isBusy }) => !isBusy);
    return idle.find(({ sheets }) => sheets.has(sheet)) ?? idle.find(({ isStarted }) => isStarted) ?? idle[0]!;
  }

  async #stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }
}

/** Names the formulas that may be the cause. */
function seen(suspects: Recalculation['suspects'], tabs: string[]): string {
  if (!suspects.length) return '.';
  const names = suspects
    .slice(0, MAX_NAMED)
    .map(([tab, row, column]) => printRange(tabs[tab]!, { top: row, left: column, bottom: row, right: column }));
  const more = suspects.length - names.length;
  return `: see ${names.join(', ')}${more ? ` and ${more} more` : ''}.`;
}

/** The formulas exceed a limit. */
class Refusal extends Error {}

type Ask = (task: Task) => Promise<Answer>;

/** A worker thread, started on demand. */
class Thread {
  /** Sheets that this thread may have cached. */
  readonly sheets = new Set<string>();
  isBusy = false;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(private readonly module: () => Promise<EngineModule>) {}

  get isStarted(): boolean {
    return this.#worker !== null;
  }

  /** Runs `work` with a timeout. On failure the thread is terminated. */
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

  /** Sends a message without a reply. */
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
    // Tests run the TypeScript sources, which Node loads directly.
    const file = new URL(`./engine.worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
    const worker = new Worker(file, {
      workerData: await this.module(),
      resourceLimits: { stackSizeMb: STACK_MB },
    });
    worker.unref();
    // Waits until it is ready, so that start-up does not count for the timeout.
    await once(worker, 'message');
    // A waiting job gets the error itself; an idle thread that dies is restarted on demand.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.sheets.clear();
    });
    return worker;
  }
}
