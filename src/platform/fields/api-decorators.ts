import 'reflect-metadata';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { idSchema } from './ids.js';

/**
 * Decorators for OpenAPI beyond a route's declaration. They have the names of those in @nestjs/swagger and write the same
 * metadata, so the package's own work as well. They are written out here because the package is large: it would cost every
 * process 30 MB, and every start and command a sixth of its time.
 */
export type { ApiPropertyOptions };

/** Under which name a route or field keeps what it says. */
export const STATED = {
  OPERATION: 'swagger/apiOperation',
  RESPONSE: 'swagger/apiResponse',
  PRODUCES: 'swagger/apiProduces',
  CONSUMES: 'swagger/apiConsumes',
  PARAMETERS: 'swagger/apiParameters',
  PROPERTY: 'swagger/apiModelProperties',
  EXCLUDED: 'swagger/apiExcludeEndpoint',
} as const;

type Facts = Record<string, unknown>;

const state =
  <T>(name: string, next: (before: T | undefined) => T): MethodDecorator =>
  (_target, _method, { value: handler }) =>
    Reflect.defineMetadata(name, next(Reflect.getMetadata(name, handler as object)), handler as object);

const parameter = (facts: Facts) =>
  state<Facts[]>(STATED.PARAMETERS, (before = []) => [...before, { required: true, ...facts }]);

interface OperationFacts {
  summary?: string;
  description?: string;
  operationId?: string;
}

export const ApiOperation = (facts: OperationFacts) => state<Facts>(STATED.OPERATION, () => ({ ...facts }));

interface ParameterFacts {
  name: string;
  description?: string;
  required?: boolean;
  schema?: object;
  type?: Function | string;
}

export const ApiParam = (facts: ParameterFacts) => parameter({ in: 'path', ...facts });

/** An id parameter that only the handler resolves. */
export const ApiId = (name: string, prefix: string, description: string) =>
  ApiParam({ name, description, schema: idSchema(prefix) });

/** The parameter `id` of a route that takes a record of any type. Prefixes have up to 20 letters. */
export const ApiRecordId = () =>
  ApiParam({
    name: 'id',
    description: 'The id of the record.',
    schema: { type: 'string', maxLength: 47, examples: ['deal_01jz8k3m5n7p9q1r3s5t7v9w1x'] },
  });

export const ApiQuery = (facts: ParameterFacts) => parameter({ in: 'query', ...facts });

interface BodyFacts {
  type?: Function;
  schema?: object;
}

export const ApiBody = (facts: BodyFacts) => parameter({ in: 'body', type: String, ...facts });

interface ResponseFacts extends BodyFacts {
  status: number | 'default';
  description?: string;
}

export const ApiResponse = ({ status, ...facts }: ResponseFacts) =>
  state<Facts>(STATED.RESPONSE, (before) => ({ ...before, [status]: facts }));

/** Errors that a route may answer with beyond those that follow from its declaration, in the words that they have everywhere. */
export const ApiErrors =
  (...statuses: number[]): MethodDecorator =>
  (...target) =>
    statuses.forEach((status) => ApiResponse({ status })(...target));

const response =
  (status: number) =>
  (facts: Omit<ResponseFacts, 'status'> = {}) =>
    ApiResponse({ status, ...facts });

export const ApiOkResponse = response(200);
export const ApiCreatedResponse = response(201);
export const ApiNoContentResponse = response(204);
export const ApiForbiddenResponse = response(403);
export const ApiServiceUnavailableResponse = response(503);

export const ApiProduces = (...types: string[]) => state(STATED.PRODUCES, () => types);
export const ApiConsumes = (...types: string[]) => state(STATED.CONSUMES, () => types);

/** The route is no part of the description: a page, say. */
export const ApiExcludeEndpoint = () => state(STATED.EXCLUDED, () => ({ disable: true }));
