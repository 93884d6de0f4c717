import { requests } from '../../../test/support/sample.js';

export default requests({
  'GET /v1/imports/:id/errors': async ({ suite, make }) => {
    const importId = await make('imports.import');
    await suite.database.execute(
      `insert into import_problems (workspace_id, id, import_id, level, file, line, field, kind, code, message, created_at, updated_at, revision)
       select workspace_id, 'ipb_' || substr(id, 5), id, 'error', 'projects.csv', 2, 'name', 'project', 'required', 'name is required.', now(), now(), 1
       from imports where id = $1`,
      [importId],
    );
    return { path: `/v1/imports/${importId}/errors` };
  },
});
