import { sample } from '../../../test/support/sample.js';
import { ExtensionsController } from './extensions.controller.js';

const stock = { name: 'stock', package: 'suite-stock', version: '1.0.0', hash: 'a'.repeat(64) };

export default sample('operations.extension', {
  catalogue: true,
  routes: {
    'GET /v1/operations/extensions': async ({ suite }) => {
      const { loaded } = suite.app.get(ExtensionsController);
      if (!loaded.length) loaded.push(stock);
      return {};
    },
  },
});
