import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError, ErrorShape, type ErrorStatus, NotUnique, Reply } from '../../platform/index.js';
import { ERROR } from './scim.dto.js';
import { scim, SCIM_PATH } from './scim.resource.js';

export type ScimType =
  'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget' | 'uniqueness';

/** An error that RFC 7644 has a word for. */
export class ScimError extends ApiError {
  constructor(
    readonly scimType: ScimType | undefined,
    message: string,
    status: ErrorStatus = 400,
  ) {
    super(status, message);
  }
}

/** Maximum messages in one error. */
const MAX_MESSAGES = 10;

/** Errors below the address of provisioning are those of RFC 7644. */
@Injectable()
export class ScimErrors extends ErrorShape {
  override covers(path: string): boolean {
    return `${path}/`.toLowerCase().startsWith(`${SCIM_PATH}/`);
  }

  override answer(error: ApiError, _request: Request, _requestId: string): Reply {
    const { status, message, headers, details = [] } = error;
    const detail = details.length > 1 ? details.slice(0, MAX_MESSAGES).map((one) => one.message) : [message];
    const body = { schemas: [ERROR], status: String(status), scimType: typeOf(error), detail: detail.join(' ') };
    return new Reply(status, { ...headers, 'Content-Type': scim.mediaType }, JSON.stringify(body));
  }
}

function typeOf(error: ApiError): ScimType | undefined {
  if (error instanceof ScimError) return error.scimType;
  if (error instanceof NotUnique) return 'uniqueness';
  if (error.status !== 400) return undefined;
  return error.details?.length ? 'invalidValue' : 'invalidSyntax';
}
