import { type Commands, inWorkspace } from '../../platform/index.js';
import { DomainProofs } from './domain-proofs.service.js';

/** As domains are stored. */
const normal = (domain: string): string => domain.trim().toLowerCase();

export const domainCommands: Commands = (program, { inApplication }) => {
  const command = program.command('domain').description('E-mail domains whose people sign in at an identity provider');
  command
    .command('prove')
    .description('State that a workspace owns a domain of its identity providers, instead of a TXT record')
    .requiredOption('--workspace <id>', 'the workspace that owns it')
    .requiredOption('--domain <domain>', 'the domain: example.com')
    .action(
      inApplication((app, { workspace, domain }) =>
        inWorkspace(app, workspace, async () => {
          await app.get(DomainProofs).vouch(normal(domain));
          return { domain: normal(domain), workspace_id: workspace, proved_by: 'operator' };
        }),
      ),
    );
  command
    .command('release')
    .description('Release a proved domain, so that another workspace can prove it')
    .requiredOption('--domain <domain>', 'the domain')
    .action(
      inApplication(async (app, { domain }) => ({
        domain: normal(domain),
        workspace_id: await app.get(DomainProofs).release(normal(domain)),
      })),
    );
};
