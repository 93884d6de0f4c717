/** The part of the description of the API that the console takes when it is built. */
export interface Summary {
  /** The type of the records that a path reads, such as `sales.deal`. */
  resources: Readonly<Record<string, string>>;
  /** Lists that take `q`. */
  searchable: readonly string[];
}

interface Document {
  paths: Record<string, { get?: { 'x-audit-action'?: string; parameters?: { name?: string; $ref?: string }[] } }>;
}

export function summaryOf({ paths }: Document): Summary {
  const reads = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.['x-audit-action'] ? [{ path, action: get['x-audit-action'], parameters: get.parameters ?? [] }] : [],
  );
  const takesQ = ({ parameters }: (typeof reads)[number]) =>
    parameters.some(({ name, $ref }) => (name ?? $ref?.split('/').at(-1)) === 'q');
  return {
    resources: Object.fromEntries(reads.map(({ path, action }) => [path, action.slice(0, action.lastIndexOf('.'))])),
    searchable: reads.filter(takesQ).map(({ path }) => path),
  };
}
