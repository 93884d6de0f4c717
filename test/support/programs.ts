/**
 * Whether specs that need a program are skipped, because the program is missing. `.ci/run` installs every program and sets
 * `TEST_PROGRAMS=required`: there a missing program fails the spec.
 */
export function isMissing(program: string, installed: boolean): boolean {
  if (!installed && process.env.TEST_PROGRAMS === 'required')
    throw new Error(`${program} is missing, and TEST_PROGRAMS=required allows no spec to be skipped.`);
  return !installed;
}
