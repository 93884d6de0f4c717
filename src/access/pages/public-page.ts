import { applyDecorators } from '@nestjs/common';
import { ApiExcludeEndpoint, Public } from '../../platform/index.js';

/** A page, or where its form leads: open to everybody, with the reason why, and no part of the API's description. */
export const PublicPage = (reason: string): MethodDecorator => applyDecorators(Public(reason), ApiExcludeEndpoint());
