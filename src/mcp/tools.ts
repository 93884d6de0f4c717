import type { Tool } from '@modelcontextprotocol/server';
import { fieldsOf, type Json } from '../platform/index.js';
import { type Catalogue, type Verb, VERBS } from './catalogue.js';
import * as inputs from './tool-inputs.js';

interface ToolDeclaration {
  title: string;
  description: string;
  input: new () => object;
  /** `reads`: read-only. `destroys`: may delete data. `repeatable`: idempotent. */
  kind: 'reads' | 'adds' | 'changes' | 'destroys';
}

/** A few general tools. `describe` explains their effect on each record type, from the declarations of the API. */
export const TOOLS = {
  whoami: {
    title: 'Who am I',
    description: 'The person or key you act for, the workspace, and what you may do (scopes).',
    input: inputs.NoInput,
    kind: 'reads',
  },
  describe: {
    title: 'Describe types',
    description:
      'The types of records and what can be done with them; with type: its fields, filters, actions and the scopes they need. Call it before you write.',
    input: inputs.DescribeInput,
    kind: 'reads',
  },
  search: {
    title: 'Search',
    description: 'Finds records of all types by words in their names and texts.',
    input: inputs.SearchInput,
    kind: 'reads',
  },
  list: {
    title: 'List records',
    description: 'Records of a type, by filters and order, a page at a time. Empty fields are left out.',
    input: inputs.ListInput,
    kind: 'reads',
  },
  get: {
    title: 'Get a record',
    description: 'One record, or a report about it (view).',
    input: inputs.GetInput,
    kind: 'reads',
  },
  create: { title: 'Create a record', description: 'Makes a new record.', input: inputs.CreateInput, kind: 'adds' },
  update: {
    title: 'Update a record',
    description: 'Changes the given fields of a record and no others.',
    input: inputs.UpdateInput,
    kind: 'changes',
  },
  act: {
    title: 'Act on a record',
    description: 'Runs an action of a type, such as close or publish.',
    input: inputs.ActInput,
    kind: 'destroys',
  },
  delete: {
    title: 'Delete a record',
    description: 'Deletes a record, or moves it to the trash where its type has one. Ask the person first.',
    input: inputs.DeleteInput,
    kind: 'destroys',
  },
  batch: {
    title: 'Several changes at once',
    description: 'All of up to 100 requests, or none of them.',
    input: inputs.BatchInput,
    kind: 'destroys',
  },
  history: {
    title: 'History of a record',
    description: 'Who changed a record, when, by which app, and what: the audit log.',
    input: inputs.HistoryInput,
    kind: 'reads',
  },
  upload_text: {
    title: 'Upload a text file',
    description: 'Stores a text as a file.',
    input: inputs.UploadTextInput,
    kind: 'adds',
  },
} satisfies Record<string, ToolDeclaration>;

export type ToolName = keyof typeof TOOLS;

export const isTool = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

/** The tools as `tools/list` returns them. Types of the deployment are named to operators only. */
export function listTools(catalogue: Catalogue, isOperator: boolean): Tool[] {
  return Object.entries<ToolDeclaration>(TOOLS).map(([name, { title, description, input, kind }]) => ({
    name,
    title,
    description,
    inputSchema: schemaOf(input, catalogue, isOperator, VERBS.includes(name as Verb) ? (name as Verb) : undefined),
    annotations: {
      readOnlyHint: kind === 'reads',
      openWorldHint: false,
      ...(kind !== 'reads' && { destructiveHint: kind === 'destroys' }),
      ...(kind === 'changes' && { idempotentHint: true }),
    },
  }));
}

/** JSON schema of an input; its `type` is one of the record types of the tool. Those of `get` are those of `list` and some more. */
function schemaOf(
  input: new () => object,
  catalogue: Catalogue,
  isOperator: boolean,
  verb?: Verb,
): Tool['inputSchema'] {
  const fields = [...fieldsOf(input.prototype)];
  const properties = fields.map(([name, { schema }]): [string, Json] => {
    const { description, type, minimum, maximum } = schema as Json;
    const facts = {
      type,
      ...(description && { description }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum && { maximum }),
    };
    return [
      name,
      name === 'type' && verb && verb !== 'get' ? { ...facts, enum: catalogue.types(verb, isOperator) } : facts,
    ];
  });
  const required = fields.filter(([, { optional }]) => !optional).map(([name]) => name);
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length && { required }) };
}
