import { labelOf } from './schema/label.js';

/** A message of the API about a field, which it calls by its path: `condition.actions[0] is …` → `Action 1 is …`. */
export function inPlainWords({ field, message }: { field: string; message: string }): string {
  const [, name, index] = /([a-z]\w*)(?:\[(\d+)\])?$/.exec(field) ?? [];
  if (!name || !message.startsWith(field)) return message;
  const label = labelOf(name);
  return (
    (index === undefined ? label : `${label.replace(/s$/, '')} ${Number(index) + 1}`) + message.slice(field.length)
  );
}
