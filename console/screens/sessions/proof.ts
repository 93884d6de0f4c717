import type { Shown } from '../../kit/index.js';

/** How somebody proved who they are, in few words: `Password and code`. Grants to apps stand on another session. */
export function proofOf({ auth_method, amr }: Pick<Shown<'Session'>, 'auth_method' | 'amr'>): string {
  if (auth_method === 'passkey') return 'Passkey';
  if (auth_method === 'sso') return 'Identity provider';
  if (auth_method === 'oauth') return 'App';
  return amr.includes('otp') ? 'Password and code' : 'Password';
}
