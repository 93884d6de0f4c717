import type { DryRun, SuiteError } from '#client';
import { suite } from '../api.js';
import type { Shareable } from '../copy.js';

/** A request that writes, as it would be sent. */
export type Tried = Pick<Shareable, 'method' | 'path' | 'names' | 'body'>;

export type Forecast = DryRun<unknown>;

/** A change of a record that a request would make. */
export type WrittenChange = Forecast['changes'][number];

const dryRun = suite.dryRun as (method: string, path: string, init: object) => Promise<unknown>;

/** Runs a request as a dry run. A refusal is thrown as the request itself would be refused. */
export const tryOut = ({ method, path, names = {}, body }: Tried): Promise<Forecast> =>
  dryRun.call(suite, method, path, {
    params: { path: names },
    ...(body !== undefined && { body }),
  }) as Promise<Forecast>;

/** Whether a dry run was stopped because it takes too long, which says nothing about the request itself. */
export const wasStopped = ({ details }: SuiteError): boolean =>
  details.some(({ field, code }) => field === 'Prefer' && code === 'out_of_range');
