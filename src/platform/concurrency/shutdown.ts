import { Injectable } from '@nestjs/common';

/** Tells those whose work may last that the process has been asked to stop, while it still finishes requests. */
@Injectable()
export class Shutdown {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;

  begin(): void {
    this.#controller.abort();
  }
}
