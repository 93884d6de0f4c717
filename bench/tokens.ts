import { createHash, randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { cpuOf, fire, type LoadOptions, median } from './load.js';
import type { Server, Stage } from './stage.js';

const ROOT = '/v1/office/documents';
const DOCUMENTS = 10_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const newToken = (prefix: string) => prefix + randomBytes(32).toString('base64url');

/** Refreshes per second, and what a read costs with an access token and with an API key. */
export async function tokens(stage: Stage, rounds: number, options: LoadOptions): Promise<string[][]> {
  // Every request is to come from another address: of one, the token endpoint takes 30 a minute.
  const app = await stage.startApp({ TRUST_PROXY: 'true' });
  await stage.seed(DOCUMENTS);
  return [
    ['what', 'per second', 'p50/p99 ms', 'CPU µs each'],
    await refreshes(stage, app, rounds, options),
    ...(await reads(stage, app, rounds, options)),
  ];
}

/** Grants of the owner, each with one token: a refresh token for the authorization server, or an access token. */
async function grant(
  stage: Stage,
  prefix: 'wsr_' | 'wsa_',
  count: number,
): Promise<{ client: string; tokens: string[] }> {
  const { rows } = await stage.sql.query(`select workspace_id, id from users where 'workspace:owner' = any(roles)`);
  const [{ workspace_id: workspace, id: user }] = rows;
  const client = `cli_${randomBytes(13).toString('hex')}`.replace(/_./, '_0');
  await stage.sql.query(
    `insert into oauth_clients (workspace_id, id, name, type, redirect_uris, scopes, created_at, updated_at, revision)
     values ($1, $2, 'Bench', 'public', '{https://app.example.com/}', '{office:read,office:write}', now(), now(), 1)`,
    [workspace, client],
  );
  const granted = Array.from({ length: count }, () => newToken(prefix));
  await stage.sql.query(
    `with granted as (
       insert into sessions (workspace_id, id, user_id, auth_method, client_id, last_active_at, expires_at, created_at,
          updated_at, revision)
       select $1, 'ses_' || substr(hash, 1, 26), $2, 'oauth', $3, now(), now() + interval '30 days', now(), now(), 1
         from unnest($4::text[]) hash
     ), refresh_tokens as (
       insert into oauth_artifacts (workspace_id, hash, model, session_id, payload, created_at, expires_at)
       select $1, hash, 'RefreshToken', 'ses_' || substr(hash, 1, 26),
          jsonb_build_object('kind', 'RefreshToken', 'accountId', $2::text, 'clientId', $3::text, 'gty',
            'authorization_code', 'grantId', 'ses_' || substr(hash, 1, 26), 'scope', 'office:read office:write',
            'iat', extract(epoch from now())::int, 'iiat', extract(epoch from now())::int, 'rotations', 0),
          now(), now() + interval '30 days' from unnest($4::text[]) hash where $5 = 'wsr_'
     )
     insert into access_tokens (workspace_id, hash, session_id, scopes, payload, created_at, expires_at)
     select $1, hash, 'ses_' || substr(hash, 1, 26), '{office:read,office:write}', '{}', now(),
        now() + interval '1 hour' from unnest($4::text[]) hash where $5 = 'wsa_'`,
    [workspace, user, client, granted.map(hashOf), prefix],
  );
  return { client, tokens: granted };
}

/** Each connection exchanges its token for the next one, over and over. */
async function refreshes(stage: Stage, app: Server, rounds: number, { connections, seconds }: LoadOptions) {
  const { client, tokens: held } = await grant(stage, 'wsr_', connections);
  await stage.settle();
  const pool = new Pool(app.url, { connections });
  const [rates, times]: [number[], number[]] = [[], []];
  let [addresses, cpu] = [0, 0];
  const exchange = async (place: number): Promise<void> => {
    const address = addresses++;
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      },
      body: `grant_type=refresh_token&client_id=${client}&refresh_token=${held[place]}`,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`A refresh answers ${statusCode}: ${text}`);
    held[place] = JSON.parse(text).refresh_token;
  };
  for (let round = 0; round <= rounds; round++) {
    const end = performance.now() + seconds * 1000;
    let done = 0;
    const work = async (place: number) => {
      while (performance.now() < end) {
        const before = performance.now();
        await exchange(place);
        done++;
        if (round) times.push(performance.now() - before);
      }
    };
    await Promise.all(held.map((_, place) => work(place)));
    if (round) rates.push(done / seconds);
    else cpu = cpuOf(app.pid); // the first one is to warm up
  }
  await pool.close();
  return [...row('refresh', rates, times), ((cpuOf(app.pid) - cpu) / times.length).toFixed(0)];
}

async function reads(stage: Stage, app: Server, rounds: number, options: LoadOptions): Promise<string[][]> {
  const { tokens: held } = await grant(stage, 'wsa_', 1);
  const requests = Array.from({ length: DOCUMENTS / 4 }, (_, index) => ({
    path: `${ROOT}/doc_${String(index * 4 + 1).padStart(26, '0')}`,
  }));
  const sides = [
    { name: 'get with an API key', server: app },
    { name: 'get with an access token', server: { ...app, key: held[0]! } },
  ].map((side) => ({ ...side, rates: [] as number[], p50: [] as number[], p99: [] as number[], cpu: [] as number[] }));
  for (const { server } of sides) await fire(server, requests, options); // to warm up
  for (let round = 0; round < rounds; round++) {
    for (const { server, rates, p50, p99, cpu } of round % 2 ? sides.toReversed() : sides) {
      const measured = await fire(server, requests, options);
      rates.push(measured.rate);
      p50.push(measured.p50);
      p99.push(measured.p99);
      cpu.push(measured.serverCpu);
    }
  }
  const [key, token] = sides.map(({ rates }) => median(rates));
  return [
    ...sides.map(({ name, rates, p50, p99, cpu }) => [
      name,
      spread(rates),
      `${median(p50).toFixed(1)} / ${median(p99).toFixed(1)}`,
      median(cpu).toFixed(0),
    ]),
    ['access token to API key', (token! / key!).toFixed(2), '', ''],
  ];
}

function row(name: string, rates: number[], times: number[]): string[] {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1);
  return [name, spread(rates), `${at(0.5)} / ${at(0.99)}`];
}

const spread = (rates: number[]) =>
  `${Math.round(median(rates))} (${Math.round(Math.min(...rates))}–${Math.round(Math.max(...rates))})`;
