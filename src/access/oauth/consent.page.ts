import { inWords, type Scope } from '../../platform/index.js';
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
  html`<h1>Let ${client} act for you?</h1>
    ${
      host !== undefined &&
      html`<p class="note">
        <strong>Not verified.</strong> The name is what the app says about itself. It comes from
        <strong>${host}</strong>: go on only if you know that host, and began this yourself.
      </p>`
    }
    <p>You are signed in as <strong>${user.display_name}</strong><br />${user.email}</p>
    <p id="wishes"><strong>${client}</strong> asks to:</p>
    <ul class="wishes" aria-labelledby="wishes">
      ${scopes.map((scope) => html`<li>${inWords(scope)}<br /><code class="soft">${scope}</code></li>`)}
    </ul>
    <p class="soft">
      It can do so until you end it on your account page, and never more than you may do yourself. From here you go on
      to <strong>${destination}</strong>.
    </p>
    <form method="post" action="${address}">
      ${csrf}
      <div class="buttons">
        <button type="submit" name="decision" value="approve">Allow</button>
        <button class="plain" type="submit" name="decision" value="deny">Do not allow</button>
      </div>
    </form>
    <p class="links"><a href="${signIn}">Use another account</a></p>`;
