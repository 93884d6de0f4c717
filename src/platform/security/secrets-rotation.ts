import { Injectable } from '@nestjs/common';
import { asSystem } from '../context/request-context.js';
import { Database } from '../database/database.js';
import { EXTENSIONS_WITH_DATA } from '../database/extension-migrations.js';
import { ABANDONED, type SealedColumn, Secrets } from './secrets.js';

/** Rows per transaction. Concurrent changes of these rows wait for it. */
const BATCH_SIZE = 200;

/** No configured key decrypts any lasting ciphertext. The message says how to fix it. */
export class WrongSecretsKeyError extends Error {
  override readonly name = 'WrongSecretsKeyError';

  constructor(known: readonly string[], used: readonly string[]) {
    super(
      `SECRETS_KEY does not fit this database: its secrets were encrypted with key ${used.join(', ')}, and this process has ${known.join(', ')}.\n` +
        `  - Start with the SECRETS_KEY that was used before (without the variable it is the text of DATA_DIR/secrets.key).\n` +
        `  - To change the key, give the one from before as SECRETS_KEY_PREVIOUS, and run "cli secrets rotate" once all processes have both.\n` +
        `  - If that key is lost, run "cli secrets give-up --key ${used[0]}": webhooks then need new secrets, and checkpoints a new signing key.`,
    );
  }
}

/** Startup check, key rotation, and abandoning a lost key. */
@Injectable()
export class SecretsRotation {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /** Throws if there are lasting ciphertexts and the configured keys decrypt none of them. */
  async check(): Promise<void> {
    const { keyIds, columns } = this.secrets;
    const used = new Set<string>();
    for (const { table, column, lasting } of columns) {
      if (!lasting) continue;
      const { rows } = await this.database.execute<{ id: string }>(
        `select distinct split_part(${column}, '.', 2) as id from ${table} where ${column} like 'v2.%'`,
      );
      for (const { id } of rows) used.add(id);
    }
    if (used.size && !keyIds.some((id) => used.has(id))) throw new WrongSecretsKeyError(keyIds, [...used]);
  }

  /**
   * Re-encrypts everything with SECRETS_KEY, online. Returns per column the number of re-encrypted ciphertexts and of
   * undecryptable ones, which are left, and what waits in columns of extensions that are not among the loaded ones.
   */
  async rotate(loaded: readonly string[] = []): Promise<RotatedColumn[]> {
    const done: RotatedColumn[] = [];
    for (const sealed of this.secrets.columns) done.push(await this.#rotate(sealed));
    return [...done, ...(await this.#waiting(loaded))];
  }

  /** Columns of extensions that are not loaded with texts like ciphertexts of a previous key. Their code alone says that they are some. */
  async #waiting(loaded: readonly string[]): Promise<RotatedColumn[]> {
    const { rows: columns } = await this.database.execute<{ table: string; column: string }>(
      `select quote_ident(c.relname) as table, quote_ident(a.attname) as column
         from (${EXTENSIONS_WITH_DATA}) extension join pg_class c on split_part(c.relname, '_', 1) = extension.name
         join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'text'::regtype
        where extension.name <> all($1) and c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
          and not c.relispartition`,
      [loaded],
    );
    const [current, ...previous] = this.secrets.keyIds;
    const prefixes = previous.filter((id) => id !== current).map((id) => `v2.${id}.`);
    const waiting: RotatedColumn[] = [];
    for (const { table, column } of columns) {
      const { rows } = await this.database.execute<{ n: number }>(
        `select count(*)::integer as n from ${table} where exists (select from unnest($1::text[]) old where starts_with(${column}, old))`,
        [prefixes],
      );
      if (rows[0]!.n) waiting.push({ column: `${table}.${column}`, encrypted: 0, unreadable: 0, waiting: rows[0]!.n });
    }
    return waiting;
  }

  /** Replaces all ciphertexts of a lost key by a marker, so that nothing depends on it. Returns their number per column. */
  async giveUp(keyId: string): Promise<{ column: string; given_up: number }[]> {
    if (this.secrets.keyIds.includes(keyId)) throw new Error(`Key ${keyId} is not lost: this process has it.`);
    const done: { column: string; given_up: number }[] = [];
    for (const { table, column } of this.secrets.columns) {
      const { count } = await this.database.execute(
        `update ${table} set ${column} = $1 where starts_with(${column}, $2)`,
        [ABANDONED, `v2.${keyId}.`],
      );
      done.push({ column: `${table}.${column}`, given_up: count });
    }
    return done;
  }

  async #rotate({ table, column }: SealedColumn): Promise<RotatedColumn> {
    const [current, ...previous] = this.secrets.keyIds;
    let encrypted = 0;
    for (const id of previous.filter((key) => key !== current)) {
      for (let found = BATCH_SIZE; found === BATCH_SIZE; encrypted += found) {
        found = await this.#rotateBatch(table, column, `v2.${id}.`);
      }
    }
    const { rows } = await this.database.execute<{ n: number }>(
      `select count(*)::integer as n from ${table} where ${column} like 'v2.%' and not starts_with(${column}, $1)`,
      [`v2.${current}.`],
    );
    return { column: `${table}.${column}`, encrypted, unreadable: rows[0]!.n };
  }

  /** Uses `ctid`, which is stable for locked rows, so that it works for any table. */
  #rotateBatch(table: string, column: string, prefix: string): Promise<number> {
    const rotate = async () => {
      const rows = await this.database.write<{ at: string; sealed: string }>(
        `select ctid::text as at, ${column} as sealed from ${table} where starts_with(${column}, $1)
          limit ${BATCH_SIZE} for update`,
        [prefix],
      );
      if (!rows.length) return 0;
      await this.database.write(
        `update ${table} t set ${column} = v.sealed from unnest($1::tid[], $2::text[]) as v(at, sealed) where t.ctid = v.at`,
        [rows.map(({ at }) => at), rows.map(({ sealed }) => this.secrets.encrypt(this.secrets.decrypt(sealed)))],
      );
      return rows.length;
    };
    return asSystem('', () => this.database.transaction(rotate));
  }
}

interface RotatedColumn {
  column: string;
  encrypted: number;
  unreadable: number;
  waiting?: number;
}
