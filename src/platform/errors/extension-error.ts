/** An error of the start that names the extension. */
export class ExtensionError extends Error {
  override name = 'ExtensionError';
  constructor(extension: string, problem: string, options?: ErrorOptions) {
    super(`The extension ${extension} ${problem}`, options);
  }
}
