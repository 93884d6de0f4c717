import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Routes } from '../request/routes.js';
import { describeApi } from './document.js';
import type { Json } from './schemas.js';

/** Makes the OpenAPI document of the running application. It takes a while and is large, so callers keep what they need of it. */
@Injectable()
export class ApiDescription {
  #text?: string;

  constructor(
    private readonly routes: Routes,
    private readonly settings: Settings,
  ) {}

  make(): Json {
    return describeApi(this.routes.all, this.settings);
  }

  /** The document as `/openapi.json` sends it, made once. */
  get text(): string {
    return (this.#text ??= JSON.stringify(this.make()));
  }

  get document(): Json {
    return JSON.parse(this.text);
  }
}
