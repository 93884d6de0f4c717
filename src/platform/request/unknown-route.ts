import { NotFoundException } from '@nestjs/common';

/** No route has the path and the method of a request. The error filter answers 404, or 405 where another method has one. */
export class UnknownRoute extends NotFoundException {}
