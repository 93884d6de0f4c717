import { expect } from 'vitest';
import type { Answer } from './support/test-app.js';

const codes: Record<number, string> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'RESOURCE_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
};

/** The answer is this error, in the one shape that errors have; or in that of SCIM, where the path is one of SCIM's. */
export function expectError(answer: Answer, status: number): void {
  expect(answer, answer.text).toMatchObject({ status });
  if (answer.headers.get('content-type') === 'application/scim+json') return expectScimError(answer, status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const { details, ...error } = answer.body.error;
  expect(answer.body).toEqual({ error: answer.body.error });
  expect(error).toEqual({
    code: codes[status],
    message: expect.stringMatching(/\S/),
    request_id: expect.stringMatching(/^req_/),
  });
  expect(answer.headers.get('x-request-id')).toBe(error.request_id);
  for (const detail of details ?? []) {
    expect(detail).toEqual({
      field: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\S/),
    });
  }
}

function expectScimError({ headers, body }: Answer, status: number): void {
  const { schemas, scimType, ...error } = body;
  expect(schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
  expect(error).toEqual({ status: String(status), detail: expect.stringMatching(/\S/) });
  expect([undefined, 'string']).toContain(typeof scimType === 'string' ? 'string' : scimType);
  expect(headers.get('x-request-id')).toMatch(/^req_/);
}

/** The message of an error, in either shape. */
export const messageOf = ({ body }: Answer): string => body.error?.message ?? body.detail;

/** The details of a refusal: each field with the rule that it broke. */
export const detailsOf = ({ body }: Pick<Answer, 'body'>): string[] =>
  (body?.error?.details ?? []).map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);

/** The same behind the status. */
export const errorsOf = (answer: Pick<Answer, 'status' | 'body'>): (number | string)[] => [
  answer.status,
  ...detailsOf(answer),
];

/** The details with which work refuses its input; none: it takes it. */
export async function faultsOf(work: () => unknown): Promise<string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    expect(error).toMatchObject({ status: 400 });
    return detailsOf({ body: { error } });
  }
}
