import { readFileSync } from 'node:fs';
import { type Contract, follow, type Schema } from '../../console/kit/contract.js';
import { nounInEnglish } from '../../console/kit/record/nouns.js';
import { labelInEnglish } from '../../console/kit/schema/words.js';
import { inEnglish, typeInEnglish } from '../../console/kit/words.js';

/** What is done by itself or from the command line, so that no route says it. */
const DONE_OTHERWISE =
  'break glass,downloaded,failed,frozen,gone,infected,members removed,operator granted,operator revoked,password changed,purged,read in full,refused,restored,seeded,token issued,unfrozen'.split(
    ',',
  );

/** Words of the contract that the console shows: titles, fields, choices, types, actions and events. */
export function wordsOfContract(): Set<string> {
  const contract = JSON.parse(readFileSync('openapi.json', 'utf8')) as Contract & {
    webhooks: Record<string, unknown>;
  };
  const words = new Set<string>(DONE_OTHERWISE);
  const fields = (of: Schema | undefined, depth = 0): void => {
    const schema = follow(contract, of);
    for (const value of schema.enum ?? []) choice(value);
    for (const value of follow(contract, schema.items).enum ?? []) choice(value);
    if (schema.items) fields(schema.items, depth);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      words.add(labelInEnglish(name));
      if (depth < 2) fields(property, depth + 1);
    }
  };
  /** Codes with a colon or capitals are shown otherwise, or as they are. */
  const choice = (value: unknown) => {
    if (typeof value === 'string' && /^[a-z][a-z_]*$/.test(value)) words.add(inEnglish(value));
  };
  /** `office.document.deleted`: its type and what was done are words of their own. */
  const action = (name: string) => {
    const type = name.slice(0, name.lastIndexOf('.'));
    if (type.includes('.')) words.add(inEnglish(type.slice(type.indexOf('.') + 1))).add(typeInEnglish(type));
    const done = inEnglish(name.split('.').at(-1)!);
    words.add(done.charAt(0).toLowerCase() + done.slice(1));
  };
  const noun = (title: string) => void words.add(title).add(nounInEnglish(title));
  for (const [path, methods] of Object.entries(contract.paths)) {
    if (!path.startsWith('/v1/') || path.includes('/scim/')) continue;
    const last = path.split('/').at(-1)!;
    for (const [method, operation] of Object.entries(methods)) {
      if (operation['x-audit-action']) action(operation['x-audit-action']);
      if (operation.security.length === 0) continue;
      const body = operation.requestBody?.content['application/json']?.schema;
      if (body && method !== 'get') fields(body);
      if (method !== 'get') {
        if (/^[a-z-]+$/.test(last) && path.includes('}/')) words.add(inEnglish(last.replaceAll('-', '_')));
        continue;
      }
      if (operation['x-title']) noun(operation['x-title']);
      if (/\}\/[a-z-]+$/.test(path)) noun(inEnglish(last.replaceAll('-', '_')));
      for (const { name, schema } of operation.parameters ?? []) {
        if (!name || !schema) continue;
        for (const value of schema.enum ?? []) choice(value);
        if (!name.includes('-')) words.add(inEnglish(name));
      }
      const answer = follow(contract, operation.responses[200]?.content?.['application/json']?.schema);
      fields(follow(contract, answer.properties?.['data']).items ?? answer);
    }
  }
  for (const type of Object.keys(contract.webhooks)) action(type);
  for (const own of Object.values(contract['x-audited-fields']))
    for (const name of Object.keys(own)) words.add(labelInEnglish(name));
  return words;
}
