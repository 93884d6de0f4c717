import { ApiError, type DetailCode, type ErrorStatus } from '../errors/api-error.js';
import { MAX_TOTAL } from '../resource/page.js';
import { COMPARISONS } from './conditions.js';
import { errors } from './error-responses.js';
import { REQUEST_ID } from './headers.js';
import { refTo } from './names.js';
import type { Json } from './schemas.js';

const detailCodes: Record<DetailCode, string> = {
  required: 'is missing or empty',
  invalid_type: 'has another type',
  invalid_format: 'does not have the required format',
  invalid_value: 'is not among the allowed values',
  too_long: 'has too many characters',
  too_short: 'has too few characters',
  too_many: 'has too many items',
  too_large: 'has too many bytes',
  out_of_range: 'is too small, too large, too early or too late',
  too_broad: 'is a condition whose search took too long: ask for more fields',
  unknown_field:
    'is not a field of the request (only with `Prefer: handling=strict`) or cannot be asked for in a condition',
  not_found: 'names a record that does not exist',
  duplicate: 'occurs twice',
  immutable: 'cannot be changed any more',
  out_of_sequence: 'does not continue the existing sequence',
  key_reused: 'was used before with another request',
};

/** Codes of errors that a program handles in another way than the rest of their status. */
const SPECIAL_CODES = ['REAUTHENTICATION_REQUIRED', 'QUOTA_EXCEEDED', 'WORKSPACE_FROZEN'];

/** Schemas that belong to no class. */
export const baseSchemas: Json = {
  ...COMPARISONS,
  Included: {
    type: 'object',
    description: 'Records by their ids, each once. Those that the caller may not read are absent.',
    additionalProperties: { type: 'object', additionalProperties: true },
  },
  PendingReview: {
    type: 'object',
    description: 'A request that waits for approvals.',
    properties: {
      review_id: {
        type: 'string',
        description: 'The review, at `/v1/guard/reviews/{id}`.',
        examples: ['rev_01jz8k3m5n7p9q1r3s5t7v9w1x'],
      },
      status: { const: 'pending', description: 'It waits.' },
      expires_at: {
        type: 'string',
        format: 'date-time',
        description: 'Without its approvals it expires at this time.',
      },
    },
    required: ['review_id', 'status', 'expires_at'],
  },
  DryRun: {
    type: 'object',
    description: 'What a request with `Prefer: dry-run` would do.',
    properties: {
      dry_run: { const: true, description: 'Nothing was changed.' },
      status: { type: 'integer', description: 'The status that the request would have.' },
      result: { description: 'The body of that answer; null without one. Ids and times are those of this try.' },
      changes: {
        type: 'array',
        description: 'The changes of records that you may read.',
        items: {
          type: 'object',
          description: 'The change of one record.',
          properties: {
            type: { type: 'string', description: 'Type of the record.', examples: ['sales.deal'] },
            id: { type: 'string', description: 'Id of the record.' },
            action: {
              type: 'string',
              description: 'Action, as the audit log names it.',
              examples: ['sales.deal.updated'],
            },
            changes: {
              type: ['object', 'null'],
              description: 'Fields with their values before and after, as the audit log shows them.',
              additionalProperties: {
                type: 'object',
                properties: {
                  from: { description: 'The value before.' },
                  to: { description: 'The value after.' },
                },
                required: ['from', 'to'],
              },
            },
          },
          required: ['type', 'id', 'action', 'changes'],
        },
      },
      events: { type: 'array', items: { type: 'string' }, description: 'Types of the events of these changes.' },
      needs_review: {
        type: 'array',
        items: { type: 'string' },
        description: 'Policies that would let the request wait for approvals. Absent where there are none.',
      },
    },
    required: ['dry_run', 'status', 'result', 'changes', 'events'],
  },
  ApiError: {
    type: 'object',
    description: 'Error; all errors have this form.',
    properties: {
      error: {
        type: 'object',
        description: 'The error.',
        properties: {
          code: {
            type: 'string',
            enum: [
              ...Object.keys(errors).map((status) => new ApiError(Number(status) as ErrorStatus, '').code),
              ...SPECIAL_CODES,
            ],
            description:
              'Machine-readable code; one for each status, but for `REAUTHENTICATION_REQUIRED` (401), `QUOTA_EXCEEDED` (403), `WORKSPACE_FROZEN` (503) and `WORKSPACE_MOVED` (308, and 403 after 30 days).',
          },
          message: { type: 'string', description: 'Human-readable message; the wording may change.' },
          request_id: {
            type: 'string',
            examples: [REQUEST_ID],
            description: '`X-Request-Id` of the response, also in the log and the audit trail.',
          },
          details: {
            type: 'array',
            items: refTo('ErrorDetail'),
            description: 'All problems of the request. Absent without further details.',
          },
        },
        required: ['code', 'message', 'request_id'],
      },
      failed_operation: {
        type: 'integer',
        minimum: 0,
        description: 'Of an atomic batch only: the operation that has this error, from 0. Nothing was changed.',
      },
    },
    required: ['error'],
  },
  ErrorDetail: {
    type: 'object',
    description: 'Problem of one field of a request.',
    properties: {
      field: {
        type: 'string',
        examples: ['candidate.email', 'stages[0].order', 'limit', 'Idempotency-Key'],
        description: 'Path of a field in the body, query parameter or header.',
      },
      code: {
        type: 'string',
        enum: Object.keys(detailCodes),
        description: Object.entries(detailCodes)
          .map(([code, meaning]) => `- \`${code}\`: the field ${meaning}`)
          .join('\n'),
      },
      message: { type: 'string', description: 'Human-readable message; the wording may change.' },
    },
    required: ['field', 'code', 'message'],
  },
  EventEnvelope: {
    type: 'object',
    description: 'An event, as deliveries carry it.',
    properties: {
      id: { type: 'string', description: 'Id of the event; the same for every attempt. Use it to drop duplicates.' },
      workspace_id: { type: 'string', description: 'Workspace of the event.' },
      timestamp: { type: 'string', format: 'date-time', description: 'Time of the event.' },
      sequence: { type: 'integer', minimum: 1, description: 'Sequence number; it increases within the workspace.' },
      actor: {
        type: 'object',
        description: 'Actor: the caller that caused the event.',
        properties: {
          type: { type: 'string', description: '`user`, `api_key`, `oauth_client`, `system` or `public`.' },
          id: { type: ['string', 'null'], description: 'Null for `system` and `public`.' },
          via: {
            type: 'object',
            description: 'App: the OAuth client through which the user acted. Absent for the console and API keys.',
            properties: {
              type: { type: 'string', enum: ['oauth_client'], description: 'Kind of the app.' },
              id: { type: 'string', description: 'Id of the OAuth client.' },
              name: { type: 'string', description: 'Name of the OAuth client at that time.' },
            },
            required: ['type', 'id', 'name'],
          },
        },
        required: ['type', 'id'],
      },
    },
    required: ['id', 'workspace_id', 'timestamp', 'sequence', 'actor'],
  },
  PageMeta: {
    type: 'object',
    description: 'Position of a page in its list.',
    properties: {
      total: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_TOTAL,
        description: 'Number of matches on all pages at the time of the first page. Exact up to 10 000.',
      },
      total_relation: {
        type: 'string',
        enum: ['gte'],
        description: '`gte`: more records match than `total`. Absent if `total` is exact.',
      },
      next_cursor: { type: ['string', 'null'], description: '`cursor` of the next page; null on the last page.' },
      has_more: { type: 'boolean', description: 'Whether there is a next page.' },
    },
    required: ['total', 'next_cursor', 'has_more'],
  },
};
