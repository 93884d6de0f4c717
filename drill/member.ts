import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './processes.js';

/** Milliseconds a process has to become ready, restarts included. */
const WAIT_MS = 180_000;
/** Part of the line that the application prints once it serves. */
const SERVES = ' listens on ';

export interface MemberOptions {
  name: string;
  command: string[];
  /** Asked before every start. */
  env: () => Record<string, string>;
  /** Where the output of all its lives is collected. */
  logs: string;
  /** Whether it does its work by now. */
  ready: () => Promise<boolean>;
  /** Milliseconds before it is started again. */
  pause: () => number;
  /** Default: that of the drill. */
  account?: Account;
}

/** A process that is started again whenever it ends, as a supervisor does. */
export class Member {
  /** How it ended by itself after it had served: no failure of another part may bring that about. */
  readonly faults: string[] = [];
  readonly name: string;
  readonly #path: string;
  readonly #log: number;
  #child: ChildProcess | null = null;
  #wanted = false;
  #killed = false;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly options: MemberOptions) {
    this.name = options.name;
    this.#path = join(options.logs, `${options.name}.log`);
    this.#log = openSync(this.#path, 'a');
    process.once('exit', () => this.kill());
  }

  /** Starts it and keeps it running until `stop`. */
  start(): void {
    this.#wanted = true;
    this.#running = this.#keepRunning();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** kill -9. */
  kill(): void {
    this.#killed = true;
    this.#child?.kill('SIGKILL');
  }

  /** Ends it for good and resolves when it is gone. */
  async stop(): Promise<void> {
    this.#wanted = false;
    this.kill();
    await this.#running;
  }

  async whenReady(): Promise<void> {
    const end = performance.now() + WAIT_MS;
    while (!(await this.options.ready().catch(() => false))) {
      if (performance.now() > end) throw new Error(`${this.name} was not ready within ${WAIT_MS} ms`);
      await sleep(50);
    }
  }

  async #keepRunning(): Promise<void> {
    const [program, ...args] = this.options.command as [string, ...string[]];
    while (this.#wanted) {
      this.#killed = false;
      const { size } = fstatSync(this.#log);
      const stdio = ['ignore', this.#log, this.#log] as StdioOptions;
      this.#child = spawn(program, args, { env: this.options.env(), stdio, ...this.options.account });
      await once(this.#child, 'exit');
      this.#child = null;
      const output = readFileSync(this.#path).subarray(size).toString();
      if (!this.#killed && output.includes(SERVES)) {
        this.faults.push(`${this.name} ended by itself after it had served: ${output.slice(-1_500)}`);
      }
      if (this.#wanted) await sleep(this.options.pause());
    }
  }
}
