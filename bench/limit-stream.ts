/**
 * The limit for streams: a server written by hand that listens to PostgreSQL, reads new events and writes each to every open
 * connection. It asks for no credential, knows no policies, and has no past.
 */
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

const clients = new Set<ServerResponse>();
const sql = new pg.Client(process.env.DATABASE_URL);
await sql.connect();
let position = (await sql.query('select coalesce(max(position), 0) as position from events')).rows[0].position;
let reading = false;
let again = false;

async function read(): Promise<void> {
  again = true;
  if (reading) return;
  reading = true;
  while (again) {
    again = false;
    const { rows } = await sql.query('select * from events where position > $1 order by position', [position]);
    for (const row of rows) {
      const { id, type, workspace_id, timestamp, actor_type, actor_id, payload, sequence } = row;
      const actor = { type: actor_type, id: actor_id };
      const data = { id, type, workspace_id, timestamp, actor, payload, sequence: Number(sequence) };
      const text = Buffer.from(`id: ${sequence}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
      for (const client of clients) client.write(text);
      position = row.position;
    }
  }
  reading = false;
}
sql.on('notification', () => void read());
await sql.query('listen suite_events');

createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(':\n\n');
  clients.add(response);
  response.once('close', () => clients.delete(response));
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log(`The fan-out listens on ${process.env.PORT}`));
process.once('SIGTERM', () => process.exit());
