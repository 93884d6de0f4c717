/** Characters that a password has at least and at most. */
export const MIN_LENGTH = 10;
const MAX_LENGTH = 256;

/** Shorter local parts are in words by chance. */
const SHORTEST_NAME = 3;

/** One text for what looks the same, whichever keyboard it was typed on. */
export const normalized = (password: string): string => password.normalize('NFKC');

/** Why this cannot be the password of somebody with this address, as a sentence; null where it can (D-ACC-11). */
export async function passwordProblem(password: string, email: string): Promise<string | null> {
  const text = normalized(password);
  const length = [...text].length;
  if (length < MIN_LENGTH) return `The password must have at least ${MIN_LENGTH} characters.`;
  if (length > MAX_LENGTH) return `The password must have at most ${MAX_LENGTH} characters.`;
  const name = normalized(email).split('@')[0]!.toLowerCase();
  if (name.length >= SHORTEST_NAME && text.toLowerCase().includes(name))
    return 'The password must not contain the first part of your e-mail address.';
  if ((await commonPasswords()).has(text.toLowerCase()))
    return 'This password is too common: many people try it first.';
  return null;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Those that everybody tries first. Whatever is shorter than the least is refused for that. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_LENGTH)),
  ));
}
