/** Tables that archives exclude, but for those of moves, each with the reason. All others with rows of a workspace are included. */
const LEFT_OUT_OF_COPIES: Record<string, string> = {
  access_tokens: 'tokens: apps sign their users in anew',
  api_keys: 'only hashes of keys are stored: keys are made anew',
  calendar_feeds: 'only hashes of their addresses are stored: feeds are made anew',
  factors: 'secrets of one-time codes, and passkeys, which hold for one address: people set them up anew',
  identities: 'belong to identity providers',
  identity_providers: 'hold a client secret, and the address that people come back to: providers are set up anew',
  oauth_artifacts: 'codes and refresh tokens: apps sign their users in anew',
  oauth_clients: 'only hashes of secrets are stored: apps are registered anew',
  recovery_codes: 'belong to factors',
  sessions: 'people sign in anew',
  user_links: 'links in mail that open accounts: they are sent anew',
  webhooks: 'hold a secret, and a copy would send to the same receivers: webhooks are made anew',
  webhook_attempts: 'belong to webhooks',
  webhook_deliveries: 'belong to webhooks',
  webhook_pauses: 'belong to webhooks',
  webhook_replays: 'belong to webhooks',
  events: 'the log of the last weeks, in the numbers of one deployment: it begins anew',
  event_failures: 'belong to the log',
  event_sequences: 'belong to the log',
  idempotency_keys: 'saved answers to requests of the last day',
  mails: 'mail that waits, encrypted for one deployment',
  guard_exports: 'files that are kept for a week, of what the archive has itself',
  sales_imports: 'reports of imports, with the file of what the archive has itself',
  imports: 'reports of imports, with the files of what the archive has itself',
  import_problems: 'belong to imports',
  import_planned: 'belong to imports',
  import_waiting: 'belong to imports',
  reviews: 'hold requests, encrypted for one deployment: whoever asked asks again',
};

/** Tables that all archives exclude, each with the reason. */
const LEFT_OUT: Record<string, string> = {
  proved_domains: 'a proof holds for one deployment: domains are proved anew',
  used_challenges: 'challenges of passkeys and answers of identity providers, for minutes',
  outbox: 'events that are about to come into the log',
  unclaimed_blobs: 'bytes that belong to no record',
  uploads: 'uploads that have not ended',
  upload_parts: 'belong to uploads',
  workspace_archives: 'archives themselves',
  workspace_freezes: 'whether a workspace can be changed is said here',
  workspace_moves: 'where a workspace came from and went is said here',
  workspace_move_blobs: 'belong to moves',
  kept_tables: 'in kept/',
  kept_rows: 'in kept/',
  kept_secrets: 'in kept/, of moves alone',
  audit_entries: 'in audit/entries.jsonl',
  audit_seals: 'in audit/entries.jsonl',
  audit_unsealed: 'in audit/entries.jsonl: entries without a sequence',
  audit_chains: 'in manifest.json: trail',
  audit_checkpoints: 'in audit/checkpoints.jsonl',
  audit_purges: 'in audit/purges.jsonl',
};

/** Columns that archives exclude, as `table.column`; `LEFT_OUT_OF_COPIES` says of some that archives of moves have them. */
const LEFT_OUT_COLUMNS: Record<string, string> = {
  'users.operator': 'who looks after a deployment is said there',
  'api_keys.operator': 'who looks after a deployment is said there',
  'events.position': 'the order of events of one deployment',
};
const LEFT_OUT_COLUMNS_OF_COPIES: Record<string, string> = {
  'users.password_hash': 'people choose a password anew, by a link to their address',
};

/** Excluded tables and columns, with the reason. */
export const leftOut = (isMove: boolean): { tables: Record<string, string>; columns: Record<string, string> } => ({
  tables: { ...LEFT_OUT, ...(isMove ? {} : LEFT_OUT_OF_COPIES) },
  columns: { ...LEFT_OUT_COLUMNS, ...(isMove ? {} : LEFT_OUT_COLUMNS_OF_COPIES) },
});
