/** Audiences: paths of the server that a token can be bound to. Empty: all. */
const PARTS = ['', '/v1', '/mcp'];

/** Resource indicators (RFC 8707), with and without trailing slash, by audience. */
export const resourcesOf = (baseUrl: string): ReadonlyMap<string, string> =>
  new Map(
    PARTS.flatMap((part) => [`${baseUrl}${part}`, `${baseUrl}${part}/`].map((resource) => [resource, part] as const)),
  );

/** Whether a path is within an audience. */
export const isWithin = (path: string, part: string): boolean => path === part || path.startsWith(`${part}/`);
