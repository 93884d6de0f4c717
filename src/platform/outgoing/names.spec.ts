import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { Names } from './names.js';

const servers: Socket[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A name server that answers with what `answer` makes of a question, or not at all. */
async function serve(answer: (question: Buffer) => Buffer | null): Promise<Names> {
  const server = createSocket('udp4');
  servers.push(server);
  server.on('message', (question, { port, address }) => {
    const reply = answer(question);
    if (reply) server.send(reply, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return new Names([`127.0.0.1:${server.address().port}`]);
}

/** The question with the flags of an answer, and a record behind it. */
function reply(question: Buffer, flags: number, record = Buffer.alloc(0)): Buffer {
  // The extension behind the question (EDNS) is cut off.
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(flags, 2);
  head.writeUInt16BE(record.length ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, question.subarray(12, end), record]);
}

const typeOf = (question: Buffer) => question.readUInt16BE(question.indexOf(0, 12) + 1);
const A = 1;
/** Of the name that was asked for, with 192.0.2.7. */
const record = Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);

it('gives what name servers know, be it of one family only', async () => {
  const names = await serve((question) => reply(question, 0x8180, typeOf(question) === A ? record : undefined));
  expect(await names.lookup('receiver.example.com')).toEqual([{ address: '192.0.2.7', family: 4 }]);
});

it('gives what only the machine knows', async () => {
  const names = await serve((question) => reply(question, 0x8183));
  expect((await names.lookup('localhost')).map(({ address }) => address)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
  );
  await expect(names.lookup('nothing.invalid')).rejects.toThrow(/nothing\.invalid/);
});

it('waits for servers that never answer without holding up anybody else', async () => {
  const silent = await serve(() => null);
  const others = await serve((question) => reply(question, 0x8183));
  const ended: string[] = [];
  const silence = Array.from({ length: 50 }, (_, index) =>
    silent.lookup(`${index}.example.com`).catch((error) => ended.push(error.code)),
  );
  await readFile('package.json');
  await others.lookup('localhost');
  expect(ended).toEqual([]);
  await Promise.all(silence);
  expect(new Set(ended)).toEqual(new Set(['ETIMEOUT']));
});
