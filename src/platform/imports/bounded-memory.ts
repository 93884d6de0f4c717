import { getHeapStatistics } from 'node:v8';
import { collect } from '../config/collect.js';

/**
 * Bytes of garbage that portions leave before it is collected. V8 waits until its heap has grown threefold: an import of 40 000 time
 * entries took 180 MB.
 */
const MAX_GARBAGE_BYTES = 64 * 2 ** 20;

const heapBytes = (): number => getHeapStatistics().used_heap_size;

/** Bytes of the heap after the last collection. */
let floor = heapBytes();

/** To be called after each portion: bounds the memory of an import of any size. */
export function boundMemory(): void {
  const bytes = heapBytes();
  floor = Math.min(floor, bytes);
  if (bytes - floor < MAX_GARBAGE_BYTES) return;
  collect('regular');
  floor = heapBytes();
}
