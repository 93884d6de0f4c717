import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOCUMENTS } from './documents.js';

/** Bytes of files that the workspace of the drill may have (`WORKSPACE_STORAGE_BYTES`). */
export const QUOTA = 8 * 2 ** 20;
const FILE_BYTES = 2 ** 20;
/** Uploads at a time. */
const UPLOADS = 6;
const SLOW_BODIES = 8;
/** Seconds after which a body that dribbles in must have been cut: the server looks at the last 20. */
const PATIENCE = 60;

/** Slow bodies are cut, and the files of a workspace end at its quota. Answers what is wrong. */
export async function checkBounds(servers: readonly string[], key: string): Promise<string[]> {
  const slow = Array.from({ length: SLOW_BODIES }, (_, n) => cutsSlowBody(servers[n % servers.length]!, key));
  return (await Promise.all([...slow, endsAtQuota(servers, key)])).flat();
}

/** A body of a few bytes a second is answered 408, and its connection ends. */
async function cutsSlowBody(server: string, key: string): Promise<string[]> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': '100000' };
  const sent = request(server + DOCUMENTS, { method: 'POST', headers, agent: false });
  const answer = new Promise<string>((resolve) => {
    sent.once('response', (response) => resolve(String(response.statusCode)));
    sent.once('error', ({ message }) => resolve(message));
  });
  const end = performance.now() + PATIENCE * 1_000;
  let status: string | undefined;
  void answer.then((found) => (status = found));
  sent.write('{"title":"');
  while (status === undefined && performance.now() < end) {
    await sleep(250);
    if (sent.writable) sent.write('x'.repeat(10));
  }
  sent.destroy();
  return status === '408'
    ? []
    : [`${server}: a slow body was not cut with 408: ${status ?? `nothing in ${PATIENCE} s`}`];
}

/** Uploads through every server at once until nothing fits any more; what is removed makes room again. */
async function endsAtQuota(servers: readonly string[], key: string): Promise<string[]> {
  const faults: string[] = [];
  const ids: string[] = [];
  let full = false;
  const fill = async (n: number) => {
    while (!full) {
      const { status, body } = await upload(servers[n % servers.length]!, key);
      if (status === 201) ids.push(body.id);
      else if (status === 403 && body.error.code === 'QUOTA_EXCEEDED') full = true;
      else return void faults.push(`an upload was answered ${status}: ${JSON.stringify(body)}`);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS }, (_, n) => fill(n)));
  // The workspace of the drill has the most bytes, so it comes first.
  const usage = await call('GET', `${servers[0]}/v1/operations/usage?limit=1`, key);
  const bytes = usage.body.data[0].storage_bytes.used;
  if (bytes !== ids.length * FILE_BYTES) faults.push(`${ids.length} files of ${FILE_BYTES} bytes count as ${bytes}`);
  // Each upload is measured as it begins, so those that are on their way together may go over it.
  const most = QUOTA + (UPLOADS - 1) * FILE_BYTES;
  if (bytes < QUOTA || bytes > most) faults.push(`${bytes} bytes of files are not ${QUOTA} to ${most}`);
  const beyond = ids.splice(0, (bytes - QUOTA) / FILE_BYTES + 1);
  for (const id of beyond) await call('DELETE', `${servers[0]}/v1/office/files/${id}`, key);
  const { status } = await upload(servers[0]!, key);
  if (status !== 201) faults.push(`an upload was answered ${status} though there was room again`);
  return faults;
}

const upload = (server: string, key: string) => {
  const form = [
    '--x\r\nContent-Disposition: form-data; name="file"; filename="fill.bin"\r\n\r\n',
    'x'.repeat(FILE_BYTES),
    '\r\n--x--\r\n',
  ].join('');
  return call('POST', `${server}/v1/office/files`, key, form);
};

function call(method: string, url: string, key: string, form?: string): Promise<{ status: number; body: any }> {
  const type = form !== undefined && { 'Content-Type': 'multipart/form-data; boundary=x' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { 'X-API-Key': key, ...type } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, body: body && JSON.parse(body) }), reject);
    });
    sent.once('error', reject).end(form);
  });
}
