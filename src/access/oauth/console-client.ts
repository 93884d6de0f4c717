import type { AdapterPayload } from 'oidc-provider';
import { SCOPES } from '../../platform/index.js';

/**
 * The `client_id` of the console, our own application in the browser. It is part of every deployment and in no table, so that
 * nobody can edit or end it; ids of registered clients begin with `cli_`. It may ask for every scope, gets what the roles
 * of the user give, and no page asks whether it may.
 *
 * It has no sessions of its own: its tokens stand on the session of the browser in which somebody signed in. So there is one
 * for a browser, however often the page is loaded, and signing out ends both.
 */
export const CONSOLE = 'console';

/** Names that no registered client may have on the consent page. */
export const OWN_NAMES = /^\s*(workspace[\s-]*suite([\s-]+console)?|console)\s*$/i;

/** The console in the library's words. `root`: the address of this server. */
export const consoleMetadata = (root: string): AdapterPayload => ({
  client_id: CONSOLE,
  client_name: 'Console',
  // The second one: people who try calls on /docs sign in with the same client.
  redirect_uris: [`${root}/console/`, `${root}/docs/oauth2-redirect.html`],
  scope: Object.keys(SCOPES).join(' '),
  token_endpoint_auth_method: 'none',
});
