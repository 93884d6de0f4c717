import { sample } from '../../../test/support/sample.js';
import { ExtensionsService } from './extensions.service.js';

const stock = { name: 'stock', package: 'suite-stock', version: '1.0.0', hash: 'a'.repeat(64) };

export default sample('operations.extension', {
  catalogue: true,
  routes: {
    'GET /v1/operations/extensions': async ({ suite }) => {
      const { loaded } = suite.app.get(ExtensionsService);
      if (!loaded.length) loaded.push(stock);
      return {};
    },
  },
});
