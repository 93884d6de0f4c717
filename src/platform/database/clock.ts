import { Injectable } from '@nestjs/common';

/** The one source of time, so that tests can move it. */
@Injectable()
export class Clock {
  #offset = 0;

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** An ISO 8601 UTC timestamp with milliseconds, `seconds` from now. */
  iso(seconds = 0): string {
    return new Date(this.now() + seconds * 1000).toISOString();
  }

  /** Moves the clock of this process; only tests do. */
  advance(seconds: number): void {
    this.#offset += seconds * 1000;
  }
}
