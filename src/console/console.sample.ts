import { requests } from '../../test/support/sample.js';

export default requests({
  'GET /console/*screen': { path: '/console/a/screen' },
  'GET /console/assets/:file': async ({ suite }) => {
    const page = await (await fetch(`${suite.base}/console`)).text();
    return { path: /src="([^"]+)"/.exec(page)![1]! };
  },
});
