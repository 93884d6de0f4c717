import { Suite } from '#client';
import { careers } from './company/careers.js';
import type { Company } from './company/company.js';
import { deeds, watch } from './company/guard.js';
import { office } from './company/office.js';
import { hire } from './company/people.js';
import { project } from './company/project.js';
import { sales } from './company/sales.js';
import { webhooks } from './company/webhooks.js';

interface Given {
  /** Where the server is. */
  baseUrl: string;
  /** With every scope in a workspace that has nothing but its owner. */
  apiKey: string;
  /** The address that webhooks go to. */
  receiver: string;
  /** Part of the records to make; 1 for the whole company, which has its people in any case. */
  scale?: number;
}

/** Fills a workspace with a company, the same each time: dates are counted from today. */
export async function fill({ baseUrl, apiKey, receiver, scale = 1 }: Given): Promise<void> {
  const as = (key: string) => new Suite({ baseUrl, apiKey: key });
  const scaled = (count: number) => Math.max(1, Math.round(count * scale));
  const suite = as(apiKey);
  const company: Company = { suite, as, ...(await hire(suite)), scaled, receiver };
  await watch(company);
  await webhooks(company);
  // Side by side: each makes its own records in its own order, so that these come out the same.
  await Promise.all([office(company), sales(company), careers(company), project(company)]);
  await deeds(company);
}
