/** An operation of a batch whose answer is yet to come. Its fields stand for those of the answer, in later operations. */
export type Planned<T> = T & { readonly [OPERATION]: number };

const OPERATION = Symbol('operation');

interface Init {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown>; header?: Record<string, unknown> };
  headers?: Record<string, unknown>;
  body?: unknown;
}

/** Collects the operations of a batch. `textOf` makes the text of a query. */
export class Operations {
  readonly all: object[] = [];

  constructor(private readonly textOf: (query: Record<string, unknown>) => string) {}

  add(method: string, path: string, { params = {}, headers, body }: Init = {}): unknown {
    const ref = `o${this.all.length}`;
    const query = params.query ? `?${this.textOf(params.query)}` : '';
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(params.path?.[name]));
    const sent = { ...params.header, ...headers };
    this.all.push({
      method: method.toUpperCase(),
      path: filled + query,
      ref,
      ...(body !== undefined && { body }),
      ...(Object.keys(sent).length && { headers: sent }),
    });
    return planned(ref, this.all.length - 1);
  }
}

/** The number of an operation in its batch. */
export const indexOf = (operation: unknown): number => (operation as Planned<unknown>)[OPERATION];

class Reference {
  constructor(private readonly name: string) {}

  toJSON(): object {
    return { $ref: this.name };
  }

  toString(): string {
    return `{${this.name}}`;
  }
}

const inPath = (value: unknown) => (value instanceof Reference ? String(value) : encodeURIComponent(String(value)));

/** Any field of it is a reference. It is no promise, so that `await` and `async` functions pass it on. */
const planned = (ref: string, index: number): object =>
  new Proxy(
    {},
    {
      get(_, field) {
        if (field === OPERATION) return index;
        return typeof field === 'symbol' || field === 'then' ? undefined : new Reference(`${ref}.${field}`);
      },
    },
  );
