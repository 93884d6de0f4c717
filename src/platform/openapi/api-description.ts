import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Routes } from '../request/routes.js';
import { auditedFieldsOf } from '../resource/audited-fields.js';
import { StoreRegistry } from '../resource/stores.module.js';
import { describeApi } from './document.js';
import type { Json } from './schemas.js';

/** Makes the OpenAPI document of the running application. It takes a while and is large, so callers keep what they need of it. */
@Injectable()
export class ApiDescription {
  #text?: string;

  constructor(
    private readonly routes: Routes,
    private readonly settings: Settings,
    private readonly stores: StoreRegistry,
  ) {}

  make(): Json {
    return { ...describeApi(this.routes.all, this.settings), 'x-audited-fields': describeAudited(this.stores) };
  }

  /** The document as `/openapi.json` sends it, made once. */
  get text(): string {
    return (this.#text ??= JSON.stringify(this.make()));
  }

  get document(): Json {
    return JSON.parse(this.text);
  }
}

/** The fields of each type that `when` of an alert rule can name. */
function describeAudited({ all }: StoreRegistry): Json {
  return Object.fromEntries(
    [...auditedFieldsOf(all, { described: true })].flatMap(([type, fields]) => {
      const described = Object.entries(fields).map(([name, { kind, choices, idPrefix }]) => [
        name,
        { kind, ...(choices && { enum: choices }), ...(idPrefix && { 'x-id-prefix': idPrefix }) },
      ]);
      return described.length ? [[type, Object.fromEntries(described)]] : [];
    }),
  );
}
