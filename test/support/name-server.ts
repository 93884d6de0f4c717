import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const TXT = 16;
/** Response flags: an answer, and one that says that the name does not exist. */
const [FOUND, UNKNOWN] = [0x8180, 0x8183];

/** A name server (UDP) that knows TXT records and nothing else. */
export class NameServer {
  /** Records by name. Each is a list of the strings that it consists of. */
  readonly texts = new Map<string, string[][]>();
  /** Whether questions stay without an answer. */
  silent = false;
  /** Number of questions so far. */
  questions = 0;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (question, { port, address }) => {
      this.questions++;
      if (!this.silent) socket.send(this.#answer(question), port, address);
    });
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  /** As a name server is given to a resolver. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  async close(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  #answer(question: Buffer): Buffer {
    // The extension behind the question (EDNS) is cut off.
    const end = question.indexOf(0, 12) + 5;
    const isText = question.readUInt16BE(end - 4) === TXT;
    const known = this.texts.get(nameIn(question));
    const records = isText ? (known ?? []).map(recordOf) : [];
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(known ? FOUND : UNKNOWN, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    return Buffer.concat([head, question.subarray(12, end), ...records]);
  }
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at] !== 0; at += question[at]! + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!));
  return labels.join('.').toLowerCase();
}

/** A TXT record of the name that was asked for. */
function recordOf(strings: string[]): Buffer {
  const data = Buffer.concat(strings.map((text) => Buffer.from([text.length, ...Buffer.from(text, 'latin1')])));
  const length = [data.length >> 8, data.length & 255];
  return Buffer.concat([Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 60, ...length]), data]);
}
