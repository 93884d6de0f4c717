import { vi } from 'vitest';
import { Queues } from '../../src/platform/queues/queues.js';
import { DUE_WORK_QUEUE, DueWork } from '../../src/project/due-work/due-work.js';
import { eventually } from './eventually.js';
import type { TestApp } from './test-app.js';

const NAME = 'of a test';

/** Has a job fail, and answers the name of its queue. */
export async function failedJob({ app, workspaceId }: TestApp): Promise<string> {
  const [queues, work] = [app.get(Queues), app.get(DueWork)];
  const failed = async () => (await queues.failed(DUE_WORK_QUEUE)).length;
  const before = await failed();
  const run = work.run.bind(work);
  const failing = vi
    .spyOn(work, 'run')
    .mockImplementation((name, due) => (name === NAME ? Promise.reject(new Error(NAME)) : run(name, due)));
  await queues.add(DUE_WORK_QUEUE, NAME, { workspace_id: workspaceId });
  await eventually(async () => {
    if ((await failed()) === before) throw new Error('The job has not failed yet.');
  });
  failing.mockRestore();
  return DUE_WORK_QUEUE;
}
