import pg from 'pg';

/** SQLSTATE of a write on a server that only reads, such as a primary that has become a standby. */
export const READ_ONLY = '25006';
/** SQLSTATE: whether the transaction was committed is unknown. */
const RESOLUTION_UNKNOWN = '08007';

/**
 * A connection to the primary of a PostgreSQL that may fail over.
 *
 * - It does not connect to a standby, which a proxy may offer for a moment: what was just written may be missing there.
 * - It ends once its server only reads.
 * - A commit that was not replicated although the server is told to wait for that has no answer: another primary may lack it. The
 *   server reports it as a success with a warning where an administrator cancels the wait (`pg_cancel_backend`).
 */
export class PrimaryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this;
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on')
        connection.stream.destroy(failure(READ_ONLY, 'The server is a standby.'));
    });
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) connection.stream.destroy();
    });
    connection.on('notice', ({ routine }: { routine?: string }) => {
      if (routine !== 'SyncRepWaitForLSN') return;
      connection.emit('error', failure(RESOLUTION_UNKNOWN, 'The commit was not replicated.'));
      connection.stream.destroy();
    });
  }
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });
