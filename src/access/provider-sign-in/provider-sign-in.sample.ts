import { CompanyProvider } from '../../../test/support/identity-provider.js';
import { requests, urlEncoded } from '../../../test/support/sample.js';

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

let started: Promise<CompanyProvider> | undefined;
/** One for all requests. */
const company = () => (started ??= CompanyProvider.start());

export default requests({
  'GET /sign-in/providers/:id': async ({ client }) => {
    const { id } = await (await company()).join(client);
    return { path: `/sign-in/providers/${id}` };
  },
  // It leads to the sign-in page, as a provider that has been removed meanwhile.
  'GET /sign-in/providers/:id/callback': async () => ({ path: '/sign-in/providers/idp_none/callback' }),
  'POST /sign-in/providers/:id/backchannel-logout': async ({ client }) => {
    const acme = await company();
    const { client_id: aud, backchannel_logout_uri } = await acme.join(client);
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: acme.issuer, aud, iat, exp: iat + 60, jti: 'one', events: EVENTS, sub: 'ada' };
    const logout_token = await acme.sign(claims, 'logout+jwt');
    return { path: new URL(backchannel_logout_uri).pathname, body: urlEncoded({ logout_token }) };
  },
});
