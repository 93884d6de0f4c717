import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { ADDRESS, at, killedIn, movesOf, refusal, rows, twoDeployments } from '../../../test/support/moves.js';
import { Client, type TestApp } from '../../../test/support/test-app.js';
import { startWithTwoRoles } from '../../../test/support/two-roles.js';
import { ArchiveWriter } from '../archives/archive-writer.js';
import { WorkspaceFreezes } from '../freezes/freezes.service.js';
import { MoveRepository } from './move.repository.js';

const DOCUMENTS = '/v1/office/documents';

const made = twoDeployments();
const { directory } = made;
let source: TestApp;
let target: TestApp;

describe('a move that is broken off', () => {
  const small = join(directory, 'small.zip');
  let id: string;
  let client: Client;
  let document: string;

  beforeAll(async () => {
    ({ source, target } = made);
    ({ id, client } = await source.workspace('Small'));
    document = (await client.post(DOCUMENTS, { title: 'Kept' })).body.id;
  });

  const pack = (out = small) =>
    movesOf(source).pack(id, { to: ADDRESS, key: movesOf(target).transferKey, out, wait: 60 });
  const killedWriting = async () => {
    const write = vi.spyOn(source.app.get(ArchiveWriter), 'write').mockImplementation(async function* () {
      yield Buffer.from('the beginning');
      throw new Error('killed');
    });
    expect(await refusal(pack())).toBe('killed');
    write.mockRestore();
  };
  let changes = 0;
  /** Which of the two deployments take changes. */
  const taking = async () => {
    changes++;
    const answers = await Promise.all(
      [source, target].map((app) => at(app, client).patch(`${DOCUMENTS}/${document}`, { title: `Change ${changes}` })),
    );
    return answers.map(({ status }) => status === 200);
  };

  it('before its archive is whole is taken up again, or aborted', async () => {
    // After the freeze.
    await killedIn(source.app.get(MoveRepository), 'leave', () => pack());
    expect(await taking()).toEqual([false, false]);
    // After the move was noted: what would abort it is killed as well.
    const abort = vi.spyOn(movesOf(source), 'abort').mockImplementation(() => Promise.reject(new Error('killed')));
    await killedWriting();
    abort.mockRestore();
    expect(await rows(source, 'select state from workspace_moves where workspace_id = $1', [id])).toEqual([
      { state: 'leaving' },
    ]);
    expect(await taking()).toEqual([false, false]);
    await movesOf(source).abort(id);
    await eventually(async () => expect(await taking()).toEqual([true, false]));
    // Where somebody opens it after the freeze, there is no move.
    const freeze = vi
      .spyOn(source.app.get(WorkspaceFreezes), 'freeze')
      .mockResolvedValue({ workspace_id: id, frozen_at: null });
    expect(await refusal(pack())).toContain('unfrozen meanwhile');
    freeze.mockRestore();
    expect(await taking()).toEqual([true, false]);
    // An archive that cannot be written takes the move back, or nothing is frozen for it.
    await killedWriting();
    await eventually(async () => expect(await taking()).toEqual([true, false]));
    expect(await refusal(pack(join(directory, 'nowhere', 'small.zip')))).toContain('out cannot be written');
    await eventually(async () => expect(await taking()).toEqual([true, false]));
  });

  it('with an archive that nobody opened goes back, and that archive opens nowhere', async () => {
    await pack();
    const { receipt = '' } = await movesOf(target).receive(small);
    expect(await taking()).toEqual([false, false]);
    await movesOf(source).abort(id);
    await eventually(async () => expect(await taking()).toEqual([true, false]));
    expect(await refusal(movesOf(source).finish(id, receipt))).toContain('is not being moved from here');
    expect(await refusal(movesOf(target).open(id, receipt))).toContain('release is not the one');
    await movesOf(target).discard(id);
    expect(await rows(target, 'select from workspaces where id = $1', [id])).toEqual([]);
    rmSync(small);
  });

  it('while it is received leaves nothing there, and is received again', async () => {
    await pack();
    await killedIn(target.app.get(MoveRepository), 'arrive', () => movesOf(target).receive(small));
    expect(await rows(target, 'select from workspaces where id = $1', [id])).toEqual([]);
    expect(await taking()).toEqual([false, false]);
    await movesOf(target).receive(small);
    expect(await taking()).toEqual([false, false]);
  });

  it('in the transaction of the tombstone is at its source, which can end or abort it', async () => {
    const { receipt = '' } = await movesOf(target).receive(small);
    await killedIn(source.app.get(MoveRepository), 'bury', () => movesOf(source).finish(id, receipt));
    expect(await rows(source, `select moved_to from workspace_freezes where workspace_id = $1`, [id])).toEqual([
      { moved_to: null },
    ]);
    expect((await client.get(DOCUMENTS)).status).toBe(200);
    // Of an end and an abort at the same time, one is done.
    const outcomes = await Promise.allSettled([movesOf(source).finish(id, receipt), movesOf(source).abort(id)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    if (outcomes[1]!.status === 'fulfilled') {
      await eventually(async () => expect(await taking()).toEqual([true, false]));
      await movesOf(target).discard(id);
      rmSync(small);
      await pack();
      await movesOf(source).finish(id, (await movesOf(target).receive(small)).receipt!);
    }
    await eventually(async () => expect((await client.get(DOCUMENTS)).status).toBe(308));
    expect(await taking()).toEqual([false, false]);
  });

  it('after the tombstone goes on to its end', async () => {
    const { receipt = '' } = await movesOf(target).receive(small);
    const { release } = await movesOf(source).finish(id, receipt);
    await killedIn(target.app.get(MoveRepository), 'end', () => movesOf(target).open(id, release));
    expect(await taking()).toEqual([false, false]);
    await movesOf(target).open(id, release);
    await eventually(async () => expect(await taking()).toEqual([false, true]));
    expect((await at(target, client).get(`${DOCUMENTS}/${document}`)).body.title).toBe(`Change ${changes}`);
  });

  it('and was completed can be reversed by a move of its own, once the source has discarded its data', async () => {
    const back = join(directory, 'back.zip');
    const destination = { to: 'https://a.example.com', key: movesOf(source).transferKey, out: back, wait: 60 };
    await movesOf(target).pack(id, destination);
    expect(await refusal(movesOf(source).receive(back))).toContain('is not empty');
    await movesOf(source).discard(id);
    const { receipt = '' } = await movesOf(source).receive(back);
    const { release } = await movesOf(target).finish(id, receipt);
    await movesOf(source).open(id, release);
    await eventually(async () => expect(await taking()).toEqual([true, false]));
    // The first archive opens nothing any more.
    expect(readFileSync(small).length).toBeGreaterThan(0);
    await movesOf(target).discard(id);
    expect(await refusal(movesOf(target).receive(small))).toContain('This move has come to its end here');
  });
});

it('with a role that does not own the tables is copied, received, and discarded as their owner', async () => {
  const there = await startWithTwoRoles({ SECRETS_KEY: 'the secret of a third one, long enough' });
  onTestFinished(() => there.close());
  const { id, client } = await source.workspace('Roles');
  const document = (await client.post(DOCUMENTS, { title: 'Kept' })).body.id;
  const destination = (name: string) => ({
    to: ADDRESS,
    key: movesOf(there.suite).transferKey,
    out: join(directory, name),
    wait: 60,
  });
  await movesOf(source).copy(id, destination('roles-copy.move'));
  await movesOf(there.suite).receive(join(directory, 'roles-copy.move'));
  await client.patch(`${DOCUMENTS}/${document}`, { title: 'Changed' });
  await movesOf(source).pack(id, destination('roles.move'));
  await movesOf(there.suite).receive(join(directory, 'roles.move'));
  expect((await at(there.suite, client).get(`${DOCUMENTS}/${document}`)).body.title).toBe('Changed');
  await movesOf(there.suite).discard(id);
  for (const table of ['workspaces', 'documents', 'audit_entries', 'workspace_moves', 'workspace_move_blobs'])
    expect(
      await rows(there.suite, `select from ${table} where ${table === 'workspaces' ? 'id' : 'workspace_id'} = $1`, [
        id,
      ]),
      table,
    ).toEqual([]);
  // As a source as well: it may ask which database it is.
  const own = { ...destination('roles-back.move'), key: movesOf(source).transferKey };
  const copied = await movesOf(there.suite).copy(there.suite.workspaceId, own);
  expect(copied.record_count).toBeGreaterThan(0);
});
