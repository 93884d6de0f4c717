import { Injectable } from '@nestjs/common';
import { asSystem } from '../context/request-context.js';
import { Database } from '../database/database.js';
import { ABANDONED, type SealedColumn, Secrets } from './secrets.js';

/** Rows of one transaction of a rotation. Requests that change one of them wait for its end. */
const BATCH_SIZE = 200;

/** Thrown where the keys of this process read nothing that lasts; its message has the mend. */
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

/** Ciphertexts and the keys they name: the check of a start, the rotation, and giving up a key that is lost. */
@Injectable()
export class SecretsRotation {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /** Throws where there are lasting ciphertexts and no key of this process reads any of them. */
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
   * Encrypts everything with SECRETS_KEY anew, while processes serve. Resolves with the number of ciphertexts by column, and of
   * those that no key reads, which stay.
   */
  async rotate(): Promise<RotatedColumn[]> {
    const done: RotatedColumn[] = [];
    for (const sealed of this.secrets.columns) done.push(await this.#rotate(sealed));
    return done;
  }

  /** Replaces every ciphertext of a lost key, so that nothing waits for it any more. Resolves with their number by column. */
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

  /** Locked rows keep their `ctid` until the end of the transaction, so that any table can be changed by it. */
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
}
