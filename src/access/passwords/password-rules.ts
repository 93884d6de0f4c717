import { Injectable } from '@nestjs/common';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { t } from '../../platform/index.js';
import { UserRepository } from '../users/user.repository.js';
import { BreachedPasswords } from './breached-passwords.js';
import { adviceFor } from './password-advice.js';

/** Minimum and maximum length. */
export const MIN_LENGTH = 10;
const MAX_LENGTH = 255;

/** Minimum score of the estimator (0 to 4): "safely unguessable", 10^8 guesses. */
const MIN_SCORE = 3;

/** Only this many characters are estimated, because time grows superlinearly and these suffice to be strong. */
const ESTIMATED_LENGTH = 100;

/** Shorter words match by chance. */
const MIN_WORD_LENGTH = 3;

const PRODUCT_WORDS = ['workspace', 'suite', 'workspacesuite'];

/** Unicode normalisation, so that the keyboard does not matter. */
export const normalized = (password: string): string => password.normalize('NFKC');

/** The user who chooses a password. */
interface Person {
  workspace_id: string;
  email: string;
  display_name: string;
}

/** Password policy (D-SIGN-6). */
@Injectable()
export class PasswordRules {
  constructor(
    private readonly users: UserRepository,
    private readonly breached: BreachedPasswords,
  ) {}

  /** Reasons why a password is rejected, as sentences; null if acceptable. */
  async problemOf(password: string, person: Person): Promise<string | null> {
    const text = normalized(password);
    const length = [...text].length;
    if (length < MIN_LENGTH) return t('The password must have at least {min} characters.', { min: MIN_LENGTH });
    if (length > MAX_LENGTH) return t('The password must have at most {max} characters.', { max: MAX_LENGTH });
    const words = await this.#wordsOf(person);
    const { score, feedback } = (await estimator()).check(text, words);
    if (score < MIN_SCORE) return tooEasy([feedback.warning, ...feedback.suggestions]);
    // The estimator adds up several words of the person, although an attacker has few of them to combine.
    const rest = withoutOwn(text, person);
    if (rest !== null && (await estimator()).check(rest, words).score < MIN_SCORE) return tooEasy(['userInputs']);
    if (await this.breached.has(text)) return t('The password is known from a data breach. Choose another one.');
    return null;
  }

  /** Personal and product words that an attacker tries first. */
  async #wordsOf({ workspace_id, email, display_name }: Person): Promise<string[]> {
    const workspace = await this.users.workspaceNameOf({ workspace_id });
    const texts = [email, display_name, workspace].map((text) => normalized(text).toLowerCase());
    const words = texts.flatMap((text) => [text, text.replace(/\s+/g, ''), ...text.split(/[^\p{L}\p{N}]+/u)]);
    return [...new Set([...words, ...PRODUCT_WORDS])].filter((word) => word.length >= MIN_WORD_LENGTH);
  }
}

const tooEasy = (advice: readonly (string | null)[]): string =>
  [t('The password is too easy to guess.'), ...adviceFor(advice)].join(' ');

/** The password without the words of the person's own address and name, and without the signs between; null if it has none. */
function withoutOwn(password: string, { email, display_name }: Person): string | null {
  const own = new Set(
    [email, display_name].flatMap((text) =>
      normalized(text)
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    ),
  );
  const longest = [...own]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((one, other) => other.length - one.length);
  const text = password.toLowerCase();
  const rest = longest.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest === text ? null : rest.replace(/[^\p{L}\p{N}]+/gu, '');
}

let loaded: Promise<ZxcvbnFactory> | undefined;

/** Lazy, because its dictionaries take 20 MB. */
const estimator = (): Promise<ZxcvbnFactory> => (loaded ??= loadEstimator());

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  const { dictionary, adjacencyGraphs: graphs } = common;
  return new core.ZxcvbnFactory({ dictionary, graphs, maxLength: ESTIMATED_LENGTH });
}
