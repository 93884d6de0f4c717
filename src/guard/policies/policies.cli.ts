import { type Commands, invalidField, inWorkspace, read, shown, StoreRegistry } from '../../platform/index.js';
import { PoliciesService } from './policies.service.js';
import { PolicyQuery, PolicyView } from './policy.dto.js';
import { Policy } from './policy.entity.js';
import { PolicyRepository } from './policy.repository.js';

/** Recovery from policies that deny too much: the command line is not subject to policies. */
export const policyCommands: Commands = (program, { inApplication }) => {
  const policy = program.command('policy').description('Policies of a workspace, and switching them off');
  policy
    .command('list')
    .description('List the policies of a workspace, the newest first')
    .requiredOption('--workspace <id>', 'the workspace')
    .option('--status <status>', 'active or inactive; default: all')
    .action(
      inApplication(
        (app, { workspace, status }) =>
          inWorkspace(app, workspace, async () => {
            const data: object[] = [];
            let cursor: string | undefined;
            do {
              const query = Object.assign(read(PolicyQuery, { ...(status !== undefined && { status }) }), {
                limit: 100,
                cursor,
              });
              const page = await app.get(PoliciesService).list(query, PolicyView);
              data.push(...page.data.map((each) => shown(PolicyView, each)));
              cursor = page.meta.next_cursor ?? undefined;
            } while (cursor);
            return { data };
          }),
        ['id', 'name', 'effect', 'status', 'actions', 'created_at'],
      ),
    );
  policy
    .command('disable')
    .description('Deactivate one policy or all of them')
    .requiredOption('--workspace <id>', 'the workspace')
    .option('--id <id>', 'the policy')
    .option('--all', 'every active policy')
    .action(
      inApplication((app, { workspace, id, all }) =>
        inWorkspace(app, workspace, async () => {
          if ((id === undefined) === (all === undefined)) throw invalidField('id', 'required', 'Name --id or --all.');
          const store = app.get(StoreRegistry).of(Policy);
          const ids = id === undefined ? (await app.get(PolicyRepository).active()).map((each) => each.id) : [id];
          const data: object[] = [];
          for (const each of ids)
            data.push(
              await app.get(PoliciesService).update(await store.get(each, { lock: true }), { status: 'inactive' }),
            );
          return { data: data.map((each) => shown(PolicyView, each)) };
        }),
      ),
    );
};
