import { type Detail, invalid } from '../errors/api-error.js';

/**
 * Explicit order of child records, such as the stages of a pipeline. The parent has a column with their ids (`@Texts({
 * maxItems: 50, maxLength: 40 }) stage_ids`); the position of a record is its index there, from 1. So positions are always 1 to
 * n, a move changes one row, and of two concurrent changes the slower one is retried. Whatever changes the order updates that
 * column in the request that adds or removes the record, and loads the parent with `lock` if it is not the record of the path.
 *
 * @example
 * async add(pipeline: Pipeline, { order, ...input }: CreateStage) {
 *   const stage = await this.stages.create({ ...input, pipeline_id: pipeline.id });
 *   const stage_ids = placed(pipeline.stage_ids, stage.id, order);
 *   await this.store.update(pipeline, { stage_ids });
 *   return { ...stage, order: stage_ids.indexOf(stage.id) + 1 };
 * }
 */

/** Inserts or moves an id to a position; default: the end. */
export function placed(ids: readonly string[], id: string, order = Infinity): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(order - 1, 0, id);
}

/** Sorts records by the given ids and adds their positions. */
export function inOrder<T extends { id: string }>(ids: readonly string[], records: readonly T[]) {
  const byId = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id, index) => {
    const record = byId.get(id);
    return record ? [{ ...record, order: index + 1 }] : [];
  });
}

/** Validates a complete new order: each id once, else 400. */
export function rearranged(ids: readonly string[], given: readonly string[], field: string): string[] {
  const problems = unknownOrRepeated(ids, given, (index) => `${field}[${index}]`);
  const missing = ids.filter((id) => !given.includes(id));
  if (missing.length)
    problems.push({
      field,
      code: 'required',
      message: `${field} must name all records of the order. Missing: ${missing.join(', ')}.`,
    });
  if (problems.length) throw invalid(problems);
  return [...given];
}

/**
 * Applies new positions to some records; the others keep their relative order. Positions beyond the end mean the end. 400 for
 * unknown or repeated ids and repeated positions.
 */
export function rearrangedInPart(
  ids: readonly string[],
  given: readonly { id: string; order?: number }[],
  field: string,
): string[] {
  const problems = unknownOrRepeated(
    ids,
    given.map(({ id }) => id),
    (index) => `${field}[${index}].id`,
  );
  given.forEach(({ order }, index) => {
    if (order !== undefined && given.findIndex((other) => other.order === order) < index)
      problems.push({
        field: `${field}[${index}].order`,
        code: 'duplicate',
        message: `${field}[${index}].order repeats the position ${order}.`,
      });
  });
  if (problems.length) throw invalid(problems);

  const moved = given.filter(({ order }) => order !== undefined).toSorted((one, other) => one.order! - other.order!);
  const result = ids.filter((id) => !moved.some((one) => one.id === id));
  moved.forEach(({ id, order }, index) => {
    // Leaves room for the following moved records.
    const last = ids.length - (moved.length - 1 - index);
    result.splice(Math.min(order!, last) - 1, 0, id);
  });
  return result;
}

function unknownOrRepeated(
  ids: readonly string[],
  given: readonly string[],
  fieldOf: (index: number) => string,
): Detail[] {
  return given.flatMap((id, index): Detail[] => {
    const field = fieldOf(index);
    if (!ids.includes(id))
      return [{ field, code: 'not_found', message: `${field} names a record that is not part of this order.` }];
    if (given.indexOf(id) < index) return [{ field, code: 'duplicate', message: `${field} repeats ${id}.` }];
    return [];
  });
}
