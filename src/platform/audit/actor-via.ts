import { Choice, Text } from '../fields/fields.js';

/** The app through which a user acts (D-AGT-1), in audit entries and events. */
export class ActorVia {
  @Choice(['oauth_client'], { description: 'Kind of the app.' }) type: string;
  @Text({ example: 'cli_01jz8k3m5n7p9q1r3s5t7v9w1x', description: 'Id of the OAuth client.' }) id: string;
  @Text({ example: 'Notes', description: 'Name of the OAuth client at that time.' }) name: string;
}

/** The key `via` of an actor. Without an app it is absent, so entries from before keep their hashes. */
export const viaOf = ({ client_id, client_name }: { client_id: string | null; client_name: string | null }) =>
  client_id === null ? {} : { via: { type: 'oauth_client', id: client_id, name: client_name! } };
