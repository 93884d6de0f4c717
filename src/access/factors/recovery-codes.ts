import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { hashOf } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Without ambiguous characters (0 and o, 1 and l): 31 characters, so a code has 79 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'.replace('i', '');

type Owner = Pick<User, 'workspace_id' | 'id'>;

/** Single-use codes that replace a lost factor. Shown once; only their hashes are stored. */
@Injectable()
export class RecoveryCodes {
  constructor(private readonly repository: RecoveryCodeRepository) {}

  /** Replaces the codes. Needs a unit of work. */
  async renew(user: Owner): Promise<string[]> {
    const codes = Array.from({ length: CODES }, newCode);
    await this.remove(user);
    await this.repository.add(
      user,
      codes.map((code) => hashOf(plain(code))),
    );
    return codes;
  }

  /** Consumes a code; false if there is none. Needs a unit of work. */
  use(user: Owner, code: string): Promise<boolean> {
    return this.repository.remove(user, hashOf(plain(code)));
  }

  /** The number of codes that are left. */
  left(user: Owner): Promise<number> {
    return this.repository.count(user);
  }

  /** Needs a unit of work. */
  remove(user: Owner): Promise<void> {
    return this.repository.removeAll(user);
  }
}

const newCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** Normalises input: users omit hyphens or type capitals. */
const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, '');
