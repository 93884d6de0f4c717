import { rich, t } from '../../platform/index.js';
import { field, hidden } from '../pages/fields.js';
import { Html, html } from '../pages/html.js';
import { base32, totpUri } from './totp.js';

interface SetUpForm {
  /** Action of the form. */
  action: string;
  csrf: Html;
  ticket: string;
  secret: Buffer;
  /** Account and workspace name shown in the app. */
  account: string;
  workspace: string;
  /** Explanation, if the user did not ask for the page. */
  lead?: string;
  problem?: string | null;
}

/** The page with the QR code for an authenticator app. */
export async function totpSetUpBody({
  action,
  csrf,
  ticket,
  secret,
  account,
  workspace,
  lead,
  problem,
}: SetUpForm): Promise<Html> {
  const { encodeQR } = await import('qr');
  const uri = totpUri(secret, workspace, account);
  const picture = encodeQR(uri, 'svg', { border: 4 });
  return html`<h1>${t('Set up an authenticator app')}</h1>
    ${lead && html`<p>${lead}</p>`}
    <p>
      ${t('Scan this code with the app on your phone. From then on it shows a new six-digit code every 30 seconds.')}
    </p>
    <div class="qr" role="img" aria-label="${t('QR code with the key below')}">${new Html(picture)}</div>
    <p><a href="${uri}">${t('Open the app on this device')}</a></p>
    <p>${rich('Or type in the key: {key}', { key: html`<code>${inGroups(base32(secret))}</code>` })}</p>
    <form method="post" action="${action}">
      ${csrf} ${hidden('ticket', ticket)} ${codeField({ label: t('Code of the app'), problem })}
      <button type="submit">${t('Set up the app')}</button>
    </form>`;
}

/** Recovery codes, shown only once. `onward`: link to continue. */
export const recoveryCodesBody = (codes: readonly string[], onward: string): Html =>
  html`<h1>${t('Keep your recovery codes')}</h1>
    <p>
      ${t('If you lose your phone, each of these codes signs you in once, in place of a code of the app. Print them, or keep them in your password manager. They are not shown again.')}
    </p>
    <ol class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ol>
    <p class="links"><a href="${onward}">${t('I have kept them, continue')}</a></p>`;

export const codeField = ({ label, hint, problem }: { label: string; hint?: string; problem?: string | null }): Html =>
  field({ name: 'code', label, type: 'text', autocomplete: 'one-time-code', hint, problem, autofocus: true });

const inGroups = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ');
