import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Routes } from '../request/routes.js';
import { describeApi } from './document.js';
import type { Json } from './schemas.js';

/** Makes the OpenAPI document of the running application. It takes a while and is large, so callers keep what they need of it. */
@Injectable()
export class ApiDescription {
  constructor(
    private readonly routes: Routes,
    private readonly settings: Settings,
  ) {}

  make(): Json {
    return describeApi(this.routes.all, this.settings);
  }
}
