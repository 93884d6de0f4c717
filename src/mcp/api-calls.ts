import { Injectable } from '@nestjs/common';
import { currentContext, invalidField, type InjectedAnswer, Injection } from '../platform/index.js';
import { Catalogue, type Operation, type Verb } from './catalogue.js';

/** Tool arguments that select a route and fill its parameters. */
export interface Named {
  type: string;
  /** The name of an action or a view. */
  name?: string;
  /** The tool argument with the body or the query. */
  nameIn?: 'action' | 'view';
  id?: string;
  parent_id?: string;
}

/** Request that a call makes to a route. */
export interface Sent {
  query?: object;
  fields?: object;
  if_match?: string;
  idempotency_key?: string;
  dry_run?: boolean;
}

/** Calls routes of the API for tools. */
@Injectable()
export class ApiCalls {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly injection: Injection,
  ) {}

  /** Resolves the operation of a call. 400 names the wrong or missing argument. */
  operationOf(verb: Verb, { type, name, nameIn = 'view', id, parent_id }: Named): Operation {
    const types = this.catalogue.types(verb, currentContext().credential!.isOperator);
    if (!types.includes(type)) throw invalidField('type', 'invalid_value', `type must be one of: ${types.join(', ')}.`);
    const named = this.catalogue.find(verb, type, name);
    if (!named.length) throw invalidField(nameIn, 'invalid_value', this.#namesOf(verb, type, nameIn));
    const given = [parent_id, id].filter((each) => each !== undefined).length;
    const found = named.find(({ ids }) => ids.length === given);
    if (found) return found;
    const [{ ids }] = named as [Operation];
    const field = ids.length > 1 && parent_id === undefined ? 'parent_id' : 'id';
    const needs = ids.length ? `needs ${idsInWords(ids)}` : 'takes no id';
    throw invalidField(field, given < ids.length ? 'required' : 'invalid_value', `${verb} of ${type} ${needs}.`);
  }

  /** Runs the route of an operation. */
  run({ method, path, ids }: Operation, { id, parent_id }: Named, sent: Sent = {}): Promise<InjectedAnswer> {
    const values = [parent_id, id].filter((each) => each !== undefined);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[ids.indexOf(name)]!));
    return this.send(method, filled, sent);
  }

  /** Sends a request to a route. Unknown fields and parameters are rejected. */
  send(
    method: string,
    path: string,
    { query, fields, if_match, idempotency_key, dry_run }: Sent = {},
  ): Promise<InjectedAnswer> {
    const search = searchOf(query);
    return this.injection.run({
      method,
      url: search ? `${path}?${search}` : path,
      headers: {
        prefer: dry_run ? 'handling=strict, dry-run' : 'handling=strict',
        ...(fields && { 'content-type': 'application/json' }),
        ...(if_match !== undefined && { 'if-match': /^(\*|W?\/?".*")$/.test(if_match) ? if_match : `"${if_match}"` }),
        ...(idempotency_key !== undefined && { 'idempotency-key': idempotency_key }),
      },
      ...(fields && { body: JSON.stringify(fields) }),
    });
  }

  /** Sends a form. */
  sendForm(path: string, type: string, body: Buffer, idempotency_key?: string): Promise<InjectedAnswer> {
    const headers = {
      'content-type': type,
      ...(idempotency_key !== undefined && { 'idempotency-key': idempotency_key }),
    };
    return this.injection.run({ method: 'POST', url: path, headers, body });
  }

  #namesOf(verb: Verb, type: string, nameIn: string): string {
    const names = this.catalogue.operations.filter((each) => each.verb === verb && each.type === type);
    const known = [...new Set(names.map(({ name }) => name))].map((name) => name || 'none');
    return `${nameIn} of ${type} must be one of: ${known.join(', ')}.`;
  }
}

const idsInWords = (ids: readonly string[]): string =>
  ids.length === 1 ? `the id (${ids[0]})` : `parent_id (${ids[0]}) and id (${ids[1]})`;

function searchOf(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name === 'where' && typeof value === 'object') {
      search.append(name, JSON.stringify(value));
      continue;
    }
    const texts = [value].flat();
    if (!texts.every((text) => ['string', 'number', 'boolean'].includes(typeof text)))
      throw invalidField(`query.${name}`, 'invalid_type', `query.${name} must be a text, number or boolean.`);
    search.append(name, texts.join(','));
  }
  return search.toString();
}
