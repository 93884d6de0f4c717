import { inWords, rich, type Scope, t, translated } from '../../platform/index.js';
import { type Html, html } from '../pages/layout.js';
import type { User } from '../users/user.entity.js';

interface ConsentPage {
  /** The name of the client. */
  client: string;
  /** Host of an unregistered app. */
  host?: string;
  /** Where the browser is redirected. */
  destination: string;
  user: Pick<User, 'display_name' | 'email'>;
  scopes: readonly Scope[];
  /** CSRF field. */
  csrf: Html;
  /** The address of this page. */
  address: string;
  /** URL to sign in as another user. */
  signIn: string;
}

/** Consent page. */
export const consentBody = ({ client, host, destination, user, scopes, csrf, address, signIn }: ConsentPage): Html =>
  html`<h1>${t('Let {client} act for you?', { client })}</h1>
    ${
      host !== undefined &&
      html`<p class="note">
        ${rich(
          '{warning} The name is what the app says about itself. It comes from {host}: go on only if you know that host, and began this yourself.',
          { warning: html`<strong>${t('Not verified.')}</strong>`, host: html`<strong>${host}</strong>` },
        )}
      </p>`
    }
    <p>
      ${rich('You are signed in as {name}', { name: html`<strong>${user.display_name}</strong>` })}<br />${user.email}
    </p>
    <p id="wishes">${rich('{client} asks to:', { client: html`<strong>${client}</strong>` })}</p>
    <ul class="wishes" aria-labelledby="wishes">
      ${scopes.map((scope) => html`<li>${translated(inWords(scope))}<br /><code class="soft">${scope}</code></li>`)}
    </ul>
    <p class="soft">
      ${rich(
        'It can do so until you end it on your account page, and never more than you may do yourself. From here you go on to {destination}.',
        { destination: html`<strong>${destination}</strong>` },
      )}
    </p>
    <form method="post" action="${address}">
      ${csrf}
      <div class="buttons">
        <button type="submit" name="decision" value="approve">${t('Allow')}</button>
        <button class="plain" type="submit" name="decision" value="deny">${t('Do not allow')}</button>
      </div>
    </form>
    <p class="links"><a href="${signIn}">${t('Use another account')}</a></p>`;
