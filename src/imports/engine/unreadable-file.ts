/** A file that cannot be imported, and why. */
export class UnreadableFile extends Error {}
