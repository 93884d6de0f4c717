import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { Database, hashOf } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Without what looks like something else: 0 and o, 1 and l. 31 signs, so a code has 79 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'.replace('i', '');

type Owner = Pick<User, 'workspace_id' | 'id'>;

/** Codes that replace a lost factor, each once. They are shown when they are made; only their hashes are kept. */
@Injectable()
export class RecoveryCodes {
  constructor(private readonly database: Database) {}

  /** New codes in the place of those before. Needs a unit of work. */
  async renew({ workspace_id, id }: Owner): Promise<string[]> {
    const codes = Array.from({ length: CODES }, newCode);
    await this.remove({ workspace_id, id });
    await this.database.write(
      'insert into recovery_codes (workspace_id, user_id, hash) select $1, $2, unnest($3::text[])',
      [workspace_id, id, codes.map((code) => hashOf(plain(code)))],
    );
    return codes;
  }

  /** Uses a code up; false where there is none like it. Needs a unit of work. */
  async use({ workspace_id, id }: Owner, code: string): Promise<boolean> {
    const used = await this.database.write(
      'delete from recovery_codes where workspace_id = $1 and user_id = $2 and hash = $3 returning 1',
      [workspace_id, id, hashOf(plain(code))],
    );
    return used.length > 0;
  }

  /** The number of codes that are left. */
  async left({ workspace_id, id }: Owner): Promise<number> {
    const codes = await this.database.read('select 1 from recovery_codes where workspace_id = $1 and user_id = $2', [
      workspace_id,
      id,
    ]);
    return codes.length;
  }

  /** Needs a unit of work. */
  async remove({ workspace_id, id }: Owner): Promise<void> {
    await this.database.write('delete from recovery_codes where workspace_id = $1 and user_id = $2', [
      workspace_id,
      id,
    ]);
  }
}

const newCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** People leave out the hyphens, or type capitals. */
const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, '');
