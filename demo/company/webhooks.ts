import type { Company } from './company.js';

export async function webhooks({ suite, receiver }: Company): Promise<void> {
  const make = (name: string, description: string, ...events: string[]) =>
    suite.post('/v1/webhooks', { body: { url: `${receiver}/${name}`, description, events } });
  await make('crm', 'Mirror of contacts and deals', 'sales.*');
  await make(
    'billing',
    'Invoices for what was won, and time that is billed',
    'sales.deal.won',
    'project.task.completed',
  );
  await make('intranet', 'News on the old intranet', 'office.document.deleted', 'careers.job.published');
  const { id } = await make('archive', 'Long-term archive, until the move is done', 'office.*');
  await suite.patch('/v1/webhooks/{id}', { params: { path: { id } }, body: { status: 'paused' } });
}
