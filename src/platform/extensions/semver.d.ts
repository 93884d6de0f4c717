declare module 'semver/functions/satisfies.js' {
  /** Whether a version is in a range, such as `^1.0`. */
  export default function satisfies(version: string, range: string): boolean;
}
