import { requests } from '../../test/support/sample.js';
import { NEWEST, message } from '../../test/support/mcp.js';

export default requests({
  'POST /mcp': { headers: NEWEST('tools/list'), body: message('tools/list'), everybody: true },
  'GET /.well-known/oauth-protected-resource': {},
  'GET /.well-known/oauth-protected-resource/mcp': {},
});
