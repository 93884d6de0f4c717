/** The answers to earlier operations, by their `ref`. */
export type Answers = ReadonlyMap<string, unknown>;

/** A field of the answer to an earlier operation: `contact.id`. */
export interface Reference {
  ref: string;
  steps: string[];
}

const IN_PATH = /\{([^{}]*)\}/g;

/** `contact.id` as ref and field; null if it is none. */
function referenceOf(text: string): Reference | null {
  const [ref, ...steps] = text.split('.');
  return ref && steps.length && steps.every(Boolean) ? { ref, steps } : null;
}

/** The text of `{"$ref": "…"}`; undefined for any other value. */
function textOf(value: object): unknown {
  return Object.keys(value).length === 1 ? (value as { $ref?: unknown }).$ref : undefined;
}

/** All references of an operation. Null stands for one that cannot be read. */
export function* referencesIn(path: string, body: unknown): Generator<Reference | null> {
  for (const [, text] of path.matchAll(IN_PATH)) yield referenceOf(text!);
  yield* referencesOf(body);
}

function* referencesOf(value: unknown): Generator<Reference | null> {
  if (typeof value !== 'object' || value === null) return;
  const text = textOf(value);
  if (text !== undefined) yield typeof text === 'string' ? referenceOf(text) : null;
  else for (const item of Object.values(value)) yield* referencesOf(item);
}

/** The path with the values of its references. */
export const filledPath = (path: string, valueOf: (reference: Reference) => unknown): string =>
  path.replace(IN_PATH, (_, text: string) => encodeURIComponent(String(valueOf(referenceOf(text)!))));

/** A copy of the body with the values of its references. */
export function filledBody(value: unknown, valueOf: (reference: Reference) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const text = textOf(value);
  if (text !== undefined) return valueOf(referenceOf(text as string)!);
  if (Array.isArray(value)) return value.map((item) => filledBody(item, valueOf));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filledBody(item, valueOf)]));
}

/** The field that a reference names; undefined if the answer has none. */
export function fieldAt(answer: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Record<string, unknown>)[step]
        : undefined,
    answer,
  );
}
