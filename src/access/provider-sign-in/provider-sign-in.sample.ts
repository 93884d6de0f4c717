import { CompanyProvider } from '../../../test/support/identity-provider.js';
import { requests, urlEncoded } from '../../../test/support/sample.js';

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

export default requests({
  'GET /sign-in/providers/:id': async ({ client }) => {
    const company = await CompanyProvider.start();
    return { path: `/sign-in/providers/${(await company.join(client)).id}` };
  },
  // It leads to the sign-in page, as a provider that has been removed meanwhile.
  'GET /sign-in/providers/:id/callback': async () => ({ path: '/sign-in/providers/idp_none/callback' }),
  'POST /sign-in/providers/:id/backchannel-logout': async ({ client }) => {
    const company = await CompanyProvider.start();
    const { client_id: aud, backchannel_logout_uri } = await company.join(client);
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: company.issuer, aud, iat, exp: iat + 60, jti: 'one', events: EVENTS, sub: 'ada' };
    const logout_token = await company.sign(claims, 'logout+jwt');
    return { path: new URL(backchannel_logout_uri).pathname, body: urlEncoded({ logout_token }) };
  },
});
