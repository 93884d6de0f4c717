import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const PAGE = 65_536;

/** Heap limit of a workbook engine in WebAssembly pages: 1 GiB. */
const HEAP_PAGES = 16_384;

/**
 * Stack of the WebAssembly module in pages: 512 MiB, committed on demand. A long chain of references is evaluated recursively,
 * and the original 1 MiB is exhausted after a few hundred. The stack of V8 (see `engine.ts`) must run out first: its overflow
 * is an error, while this one would overwrite the cells below. Its usage was at most five times that of V8; this is sixteen
 * times.
 */
const STACK_PAGES = 8_192;

const MEMORY_SECTION = 5;
const GLOBAL_SECTION = 6;

export interface EngineModule {
  module: Uint8Array;
  /** The lowest address of the stack. */
  stackEnd: number;
}

/** The spreadsheet engine, patched with a larger stack and a memory limit. */
export async function engineModule(): Promise<EngineModule> {
  const file = createRequire(import.meta.url).resolve('@ironcalc/wasm/wasm_bg.wasm');
  return withBounds(await readFile(file));
}

/** Moves the stack behind the initial memory, and sets the memory limit. */
function withBounds(bytes: Uint8Array): EngineModule {
  const parts: Uint8Array[] = [bytes.subarray(0, 8)];
  let at = 8;
  let stackTop = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  while (at < bytes.length) {
    const start = at;
    const section = bytes[at++]!;
    const length = number();
    const [body, end] = [at, at + length];
    if (section === MEMORY_SECTION) {
      at = body + 2; // behind: one memory, without a limit
      stackTop = number() + STACK_PAGES;
      const limits = [1, 1, ...encoded(stackTop), ...encoded(stackTop + HEAP_PAGES)];
      parts.push(Uint8Array.from([section, ...encoded(limits.length), ...limits]));
    } else if (section === GLOBAL_SECTION) {
      at = body;
      number(); // how many globals there are; the first is the stack pointer
      at += 3; // behind: a variable 32-bit number, set to the constant
      const constant = at;
      number();
      const first = [...bytes.subarray(body, constant), ...encoded(stackTop * PAGE)];
      const rest = bytes.subarray(at, end);
      parts.push(Uint8Array.from([section, ...encoded(first.length + rest.length), ...first]), rest);
    } else {
      parts.push(bytes.subarray(start, end));
    }
    at = end;
  }
  return { module: Uint8Array.from(Buffer.concat(parts)), stackEnd: (stackTop - STACK_PAGES) * PAGE };
}

/** LEB128 encoding. The last byte leaves the sign bit free, so it is positive in the signed variant as well. */
function encoded(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 64) return [...bytes, rest];
    bytes.push((rest % 128) | 128);
  }
}
