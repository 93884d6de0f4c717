import type { Shown } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** How somebody proved who they are, in few words: `Password and code`. Grants to apps stand on another session. */
export function proofOf({ auth_method, amr }: Pick<Shown<'Session'>, 'auth_method' | 'amr'>): string {
  if (auth_method === 'passkey') return t('Passkey');
  if (auth_method === 'sso') return t('Identity provider');
  if (auth_method === 'oauth') return t('App');
  return amr.includes('otp') ? t('Password and code') : t('Password');
}
