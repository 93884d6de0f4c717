import { Choice, Flag, FreeObject, Int, NestedList, Text } from '../platform/index.js';

export const MAX_OPERATIONS = 100;

export class BatchOperation {
  @Choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], { description: 'Method of the request.', example: 'POST' })
  method: string;
  @Text({
    max: 8_000,
    description: 'Path and query. `{contact.id}` is the field of the answer to the operation with this `ref`.',
    example: '/v1/project/projects/{project.id}/tasks',
  })
  path: string;
  @FreeObject({
    optional: true,
    description:
      'Body of the request. `{"$ref": "contact.id"}` in it is the field of the answer to an earlier operation.',
  })
  body?: Record<string, unknown>;
  @FreeObject({ optional: true, description: 'Headers of the request: `If-Match` and `Prefer`.' })
  headers?: Record<string, unknown>;
  @Text({ max: 50, optional: true, description: 'Name by which later operations refer to it.', example: 'contact' })
  ref?: string;
}

export class Batch {
  @Flag({ default: true, description: 'All operations or none; otherwise each by itself.' }) atomic: boolean;
  @Flag({ default: false, description: 'Only says what would happen, as `Prefer: dry-run` does. Needs `atomic`.' })
  dry_run: boolean;
  @NestedList(() => BatchOperation, { minItems: 1, maxItems: MAX_OPERATIONS, description: 'Requests, in this order.' })
  operations: BatchOperation[];
}

export class OperationResult {
  @Text({ max: 50, nullable: true, description: 'Name of the operation.', example: 'contact' }) ref: string | null;
  @Int({ description: 'Status of the answer.', example: 201 }) status: number;
  @FreeObject({ description: 'Headers of the answer: `ETag`, `Location` and others.' }) headers: Record<string, string>;
  @FreeObject({ nullable: true, description: 'Body of the answer; null without one.' })
  body: Record<string, unknown> | null;
}

export class BatchResults {
  @NestedList(() => OperationResult, { description: 'An answer for each operation, in their order.' })
  results: OperationResult[];
}
