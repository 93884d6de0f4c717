import type { AdapterPayload } from 'oidc-provider';
import { allScopes } from '../../platform/index.js';

/**
 * `client_id` of the console, our first-party browser app. It is built in and not in a table, so that it cannot be edited or
 * revoked; registered clients have ids `cli_…`. It may request every scope, gets those of the user's roles, and needs no
 * consent.
 *
 * It has no sessions of its own: its tokens depend on the browser session. So there is one session per browser, however often
 * the page is loaded, and signing out ends both.
 */
export const CONSOLE = 'console';

/** Client metadata of the console. `root`: base URL. */
export const consoleMetadata = (root: string): AdapterPayload => ({
  client_id: CONSOLE,
  client_name: 'Console',
  // The second URI is for trying requests on /docs.
  redirect_uris: [`${root}/console/`, `${root}/docs/oauth2-redirect.html`],
  scope: allScopes().join(' '),
  token_endpoint_auth_method: 'none',
});
