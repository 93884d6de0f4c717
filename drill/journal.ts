import { openSync, writeSync } from 'node:fs';

/** The kind of an operation of the load. The checker's expectations depend on it. */
export type Kind =
  | 'document.create'
  | 'document.update'
  | 'document.trash'
  | 'document.restore'
  | 'document.destroy'
  | 'key.create'
  | 'key.rotate'
  | 'key.revoke'
  | 'webhook.create'
  | 'webhook.pause'
  | 'webhook.resume'
  | 'webhook.delete'
  | 'refused';

/** Something a client wants done, however many requests it takes. */
export interface Operation {
  /** Unique in the run; titles and names are made of it. */
  id: string;
  kind: Kind;
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  /** The Idempotency-Key. */
  key?: string;
  ifMatch?: string;
  /** The id of the record that is changed. */
  target?: string;
  /** Several clients change this record. */
  contended?: boolean;
  attempts: Attempt[];
}

/** One request. Its User-Agent is its token, by which audit entries name it. */
export interface Attempt {
  token: string;
  operation: Operation;
  /** Milliseconds on the clock of the drill. */
  startedAt: number;
  endedAt: number;
  /** 0: no answer came. */
  status: number;
  replayed: boolean;
  /** A request with the same key was still running. */
  inFlight: boolean;
  body: string;
}

/** Whether an attempt says for sure that it changed nothing. */
export const refused = ({ status }: Attempt) => status >= 400 && status < 500;
/** Whether an attempt says for sure that the operation is done. */
export const acknowledged = ({ status }: Attempt) => status >= 200 && status < 300;
/** Whether it left open what happened. */
export const unknown = ({ status }: Attempt) => status === 0 || status >= 500;

/** All operations, in memory for the checker and line by line in a file: the intent before, the answer after. */
export class Journal {
  readonly operations: Operation[] = [];
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'a');
  }

  open(operation: Omit<Operation, 'attempts'>): Operation {
    const opened = { ...operation, attempts: [] };
    this.operations.push(opened);
    return opened;
  }

  begin(operation: Operation, server: string): Attempt {
    const attempt: Attempt = {
      token: `drill/${operation.id}/${operation.attempts.length}`,
      operation,
      startedAt: performance.now(),
      endedAt: Infinity,
      status: 0,
      replayed: false,
      inFlight: false,
      body: '',
    };
    operation.attempts.push(attempt);
    const { kind, method, path, body, key, ifMatch } = operation;
    this.note({ intent: attempt.token, at: attempt.startedAt, server, kind, method, path, body, key, ifMatch });
    return attempt;
  }

  end(attempt: Attempt, answer: Partial<Attempt> & { error?: string }): void {
    Object.assign(attempt, answer, { endedAt: performance.now() });
    const { token, endedAt, status, replayed, inFlight, body } = attempt;
    this.note({ answer: token, at: endedAt, status, replayed, inFlight, body, error: answer.error });
  }

  note(line: object): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}
