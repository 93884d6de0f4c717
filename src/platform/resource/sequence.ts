import { type Detail, invalid } from '../errors/api-error.js';

/**
 * The order of records that belong to another one, such as the stages of a pipeline. The parent has a column with their
 * ids (`@Texts({ maxItems: 50, maxLength: 40 }) stage_ids`); the place of a record is where its id stands there, from 1.
 * So places are 1 to n whatever happens, a move changes one row, and of two changes at the same time the slower one is run
 * again on what the faster one left. Whatever changes the order updates that column in the request that adds or removes the
 * record, and loads the parent with `lock` where it is not the record of the path.
 *
 * @example
 * async add(pipeline: Pipeline, { order, ...input }: CreateStage) {
 *   const stage = await this.stages.create({ ...input, pipeline_id: pipeline.id });
 *   const stage_ids = placed(pipeline.stage_ids, stage.id, order);
 *   await this.store.update(pipeline, { stage_ids });
 *   return { ...stage, order: stage_ids.indexOf(stage.id) + 1 };
 * }
 */

/** With a record at a place, those behind it one further; at the end where the place is left out, or beyond it. */
export function placed(ids: readonly string[], id: string, order = Infinity): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(order - 1, 0, id);
}

/** The records in the order of their ids, each with its place. */
export function inOrder<T extends { id: string }>(ids: readonly string[], records: readonly T[]) {
  const byId = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id, index) => {
    const record = byId.get(id);
    return record ? [{ ...record, order: index + 1 }] : [];
  });
}

/** The order that a request gives in full: each id once, else 400. */
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
 * The order after some records were given a place; the others fill the places that are left, as they followed each other. A
 * place beyond the last one means the last. 400 for ids that are unknown or repeated, and for a place that is given twice.
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
    // The ones that follow need a rank, too.
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
