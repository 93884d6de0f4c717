import { Injectable } from '@nestjs/common';
import type { ImportKind } from './import-kind.js';

/** The kinds of records that imports know; each registers itself when the application starts. */
@Injectable()
export class ImportKinds {
  readonly #kinds = new Map<string, ImportKind<any>>();
  #inOrder: ImportKind<any>[] | null = null;

  add(kind: ImportKind<any>): void {
    this.#kinds.set(kind.name, kind);
    this.#inOrder = null;
  }

  get(name: string): ImportKind<any> {
    const kind = this.#kinds.get(name);
    if (!kind) throw new Error(`There is no kind ${name} of imports.`);
    return kind;
  }

  find(name: string): ImportKind<any> | undefined {
    return this.#kinds.get(name);
  }

  /** All kinds, each behind those that its records name. */
  get inOrder(): readonly ImportKind<any>[] {
    if (this.#inOrder) return this.#inOrder;
    const sorted = new Set<ImportKind<any>>();
    const visit = (kind: ImportKind<any>, path: ReadonlySet<ImportKind<any>>) => {
      if (sorted.has(kind) || path.has(kind)) return;
      const below = new Set([...path, kind]);
      for (const { kind: name } of Object.values(kind.fields)) {
        const named = name === undefined ? undefined : this.#kinds.get(name);
        if (named && named !== kind) visit(named, below);
      }
      sorted.add(kind);
    };
    for (const kind of this.#kinds.values()) visit(kind, new Set());
    return (this.#inOrder = [...sorted]);
  }
}
