/** Parts of the server that a token can be bound to, as paths below its address. The empty one is all of it. */
const PARTS = ['', '/v1', '/mcp'];

/** The resource indicators of the server (RFC 8707), with and without a slash at the end, and the part that each names. */
export const resourcesOf = (baseUrl: string): ReadonlyMap<string, string> =>
  new Map(
    PARTS.flatMap((part) => [`${baseUrl}${part}`, `${baseUrl}${part}/`].map((resource) => [resource, part] as const)),
  );

/** Whether a token that is bound to a part of the server is good at a path. */
export const isWithin = (path: string, part: string): boolean => path === part || path.startsWith(`${part}/`);
