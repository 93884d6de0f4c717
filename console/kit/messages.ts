import { labelOf } from './schema/words.js';

/** The end of a path, and its place in a list. */
const END = /([a-z]\w*)(?:\[(\d+)\])?$/;

/** `condition.actions[0]` → `Action 1`. */
export function labelOfPath(path: string): string {
  const [, name = path, index] = END.exec(path) ?? [];
  const label = labelOf(name);
  return index === undefined ? label : `${label.replace(/s$/, '')} ${Number(index) + 1}`;
}

/** A message of the API about a field, which it calls by its path: `condition.actions[0] is …` → `Action 1 is …`. */
export function inPlainWords({ field, message }: { field: string; message: string }): string {
  if (!END.test(field) || !message.startsWith(field)) return message;
  return labelOfPath(field) + message.slice(field.length);
}
