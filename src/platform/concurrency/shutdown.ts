import { Injectable } from '@nestjs/common';

/** Signals long-running work that the process is stopping, while requests are still drained. */
@Injectable()
export class Shutdown {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal = this.#controller.signal;

  begin(): void {
    this.#controller.abort();
  }
}
