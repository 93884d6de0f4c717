import { t } from '../../platform/index.js';
import { codeField, totpSetUpBody } from '../factors/factor.pages.js';
import { hidden } from '../pages/fields.js';
import { type Html, html } from '../pages/html.js';
import type { User } from '../users/user.entity.js';

interface NextForm {
  root: string;
  csrf: Html;
  ticket: string;
  problem?: string;
}

export const codeBody = ({ root, csrf, ticket, problem }: NextForm): Html =>
  html`<h1>${t('Enter a code')}</h1>
    <p>${t('Your account is protected by a second step.')}</p>
    <form method="post" action="${root}/sign-in/code">
      ${csrf} ${hidden('ticket', ticket)}
      ${codeField({
        label: t('Code of your authenticator app'),
        hint: t('If you have lost your phone, enter one of your recovery codes.'),
        problem,
      })}
      <button type="submit">${t('Sign in')}</button>
    </form>
    <p class="links"><a href="${root}/sign-in?prompt=login">${t('Start again')}</a></p>`;

/** The set-up page of the account, for users who must set up a factor. */
export const setUpPage = ({
  root,
  user,
  workspace,
  ...form
}: NextForm & { secret: Buffer; user: User; workspace: string }): Promise<Html> =>
  totpSetUpBody({
    ...form,
    action: `${root}/sign-in/set-up`,
    account: user.email,
    workspace,
    lead: t('The workspace “{workspace}” asks for a second step at each sign-in.', { workspace }),
  });
