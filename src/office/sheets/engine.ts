import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { invalidField } from '../../platform/errors/api-error.js';
import type { Cell } from './cell.js';
import { engineModule, type EngineModule } from './engine-module.js';

export type Place = [tab: number, row: number, column: number];

/** What a formula gave. Null: a cell that a formula used to fill and does not any more. */
export type Result = [...Place, cell: Cell | null];

/** What a thread is asked to do, one after the other. */
export type Task =
  | { type: 'open'; sheet: string; writes: number; task: number; tabs: string[]; size: number }
  | { type: 'load'; cells: [...Place, Cell][] }
  | { type: 'change'; cells: [...Place, Cell | null][] }
  | { type: 'clear'; tab: number; top: number; left: number; bottom: number; right: number }
  | { type: 'evaluate' }
  /** The next of the results, of which there may be many. None: that was all. */
  | { type: 'results' }
  | { type: 'keep'; sheet: string; writes: number; task: number };

export interface Answer {
  /** It has the workbook in the state that was asked for. */
  isKnown?: boolean;
  results?: Result[];
  /** Why the formulas cannot be computed. */
  refusal?: string;
}

/** Cells with something in them that a sheet with formulas may have. */
export const MAX_ENGINE_CELLS = 500_000;

/** Seconds that computing the formulas of a sheet may take, and likewise each step of loading it. */
export const MAX_SECONDS = 10;

const THREADS = 2;

/** A thread that had nothing to do for so long ends, and gives back its memory. */
const IDLE = 60_000;

/** Megabytes of V8's stack; see `engine-module.ts` for the other one. */
const STACK = 32;

/** A change of the cells of a sheet, as the engine needs to know it. */
export interface Recalculation {
  sheet: string;
  /** How often its cells had been written before. */
  writes: number;
  tabs: string[];
  /** Cells with something in them. */
  size: number;
  /** All its cells as they were before, in portions; only asked for where the engine does not know them. */
  cells: () => AsyncIterable<[...Place, Cell][]>;
  changes: AsyncIterable<Task & { type: 'change' | 'clear' }>;
  /** The field of the request that is to blame where the formulas cannot be computed. */
  field: string;
}

/** Computes the formulas of sheets in threads of their own, which keep the workbooks they used last. */
@Injectable()
export class Engine implements OnModuleDestroy {
  #module: Promise<EngineModule> | null = null;
  readonly #threads = Array.from({ length: THREADS }, () => new Thread(() => (this.#module ??= engineModule())));
  #tasks = 0;

  /**
   * Applies a change and answers what all formulas give now, as far as it differs. `keep` is to be called once that is
   * committed; a workbook whose change is not is forgotten. Throws a 400 where it takes too long or needs too much.
   */
  async recalculate({ sheet, writes, tabs, size, cells, changes, field }: Recalculation) {
    const task = ++this.#tasks;
    const thread = this.#threadFor(sheet);
    const results = await thread.run(
      sheet,
      async (ask) => {
        const opened = await ask({ type: 'open', sheet, writes, task, tabs, size });
        if (!opened.isKnown) for await (const portion of cells()) await ask({ type: 'load', cells: portion });
        for await (const change of changes) await ask(change);
        await ask({ type: 'evaluate' });
        const results: Result[] = [];
        for (;;) {
          const { results: portion = [] } = await ask({ type: 'results' });
          if (!portion.length) return results;
          for (const result of portion) results.push(result);
        }
      },
      field,
    );
    return { results, keep: () => thread.tell({ type: 'keep', sheet, writes: writes + 1, task }) };
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  /** The thread that had the sheet last, else the one with the least to do. */
  #threadFor(sheet: string): Thread {
    const known = this.#threads.find((thread) => thread.sheets.has(sheet));
    return known ?? this.#threads.toSorted((a, b) => a.waiting - b.waiting)[0]!;
  }
}

type Ask = (task: Task) => Promise<Answer>;

/** A thread that is started when there is something to do. */
class Thread {
  /** Those whose workbooks it may still have. */
  readonly sheets = new Set<string>();
  waiting = 0;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(private readonly module: () => Promise<EngineModule>) {}

  /** Runs `work` when all that was asked for before is done. Where the thread fails, it is ended. */
  async run<T>(sheet: string, work: (ask: Ask) => Promise<T>, field: string): Promise<T> {
    this.waiting++;
    this.sheets.add(sheet);
    const turn = this.#last.then(async () => {
      clearTimeout(this.#idle);
      try {
        return await work((task) => this.#ask(task, field));
      } catch (error) {
        await this.end();
        throw error;
      } finally {
        this.waiting--;
        this.#idle = setTimeout(() => void this.end(), IDLE).unref();
      }
    });
    this.#last = turn.catch(() => undefined);
    return turn;
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

  async #ask(task: Task, field: string): Promise<Answer> {
    const worker = (this.#worker ??= await this.#start());
    const answer = await new Promise<Answer>((resolve, reject) => {
      const tooLong = `The formulas of the sheet take longer than ${MAX_SECONDS} seconds to compute.`;
      const late = setTimeout(() => settle(() => resolve({ refusal: tooLong })), MAX_SECONDS * 1000);
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
    if (answer.refusal) throw invalidField(field, 'too_large', answer.refusal);
    return answer;
  }

  async #start(): Promise<Worker> {
    // Tests run the sources, which Node reads without a build.
    const file = new URL(`./engine.worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
    const worker = new Worker(file, {
      workerData: await this.module(),
      resourceLimits: { stackSizeMb: STACK },
    });
    worker.unref();
    // It says when it is ready, so that nobody's time begins before.
    await once(worker, 'message');
    // Whoever waits for an answer hears of it by himself; one that dies with nothing to do is started anew next time.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.sheets.clear();
    });
    return worker;
  }
}
