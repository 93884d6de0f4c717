import { fieldNames, fieldsOf } from '../fields/field-spec.js';
import { Choice, FreeObject, Id, Text, Timestamp } from '../fields/fields.js';

export const OUTCOMES = ['success', 'failure', 'denied'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Changes = Record<string, { from: unknown; to: unknown }>;

/**
 * Kinds of actors: a user (directly or through an OAuth client), an API key, the OAuth client itself, the system, or a visitor
 * without a credential.
 */
const ACTORS = ['user', 'api_key', 'oauth_client', 'system', 'public'] as const;

/**
 * An entry of the audit trail: the single definition of its columns. Insert and select statements, responses, exports and the
 * hash chain are derived from this class.
 */
export class AuditEntryFields {
  @Id('ws', { primary: true }) workspace_id: string;
  @Id('evt', { description: 'Id of the entry.' }) id: string;
  @Timestamp({ primary: true, description: 'Time of the entry.' }) timestamp: string;
  @Choice(ACTORS, { description: 'Kind of the actor.' }) actor_type: string;
  @Text({ nullable: true, description: 'Id of the user, key or client.' }) actor_id: string | null;
  @Text({ nullable: true, description: 'E-mail address of the user at that time; null for others.' })
  actor_email: string | null;
  @Text({ nullable: true, description: 'Id of the OAuth client through which the user acted.' }) client_id:
    string | null;
  @Text({ nullable: true, description: 'Name of that client at that time.' }) client_name: string | null;
  @Text({ example: 'office.document.deleted', description: 'Action: the type of the record and a verb.' })
  action: string;
  @Text({ example: 'office.document', description: 'The type of the record.' }) resource_type: string;
  @Text({ nullable: true, description: 'The id of the record.' }) resource_id: string | null;
  @Choice(OUTCOMES, { description: 'Outcome.' }) outcome: Outcome;
  @Text({ nullable: true, description: 'Network address of the client.' }) ip_address: string | null;
  @Text({ max: 500, nullable: true, description: 'User agent of the client.' }) user_agent: string | null;
  @Text({ nullable: true, description: '`X-Request-Id` of the request.' }) request_id: string | null;
  @FreeObject({
    nullable: true,
    description:
      'Changed fields with their values before (`from`) and after (`to`). Contents show a digest and their length, secrets nothing. `{"masked": true}` instead: you may not read the record.',
  })
  changes: Changes | null;
}

export const AUDIT_COLUMNS = fieldNames(AuditEntryFields) as readonly (keyof AuditEntryFields)[];

/** The type that each column has in the database. */
export const AUDIT_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  [...fieldsOf(AuditEntryFields.prototype)].map(([name, { column }]) => [name, String(column.type)]),
);
