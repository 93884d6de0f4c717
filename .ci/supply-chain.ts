// Checks the packages that we build on: every one has a hash and a licence that we accept, a bill of materials can be made, and none
// has a known vulnerability. Run `node .ci/supply-chain.ts [file for the bill of materials]`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Milliseconds that the registry has to answer. */
const ANSWER_MS = 8_000;

interface Package {
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
}

export interface Rules {
  /** SPDX ids that any package may have. */
  licences: string[];
  /** Packages with another licence, or `name-*`, and why. */
  exceptions: Record<string, string>;
  /** Ids of advisories that do not concern us, and why. */
  advisories: Record<string, string>;
}

/** Problems of a lockfile: packages without a hash, or with a licence that is neither accepted nor excepted, and unused exceptions. */
export function problemsOf(packages: Record<string, Package>, { licences, exceptions }: Rules): string[] {
  const used = new Set<string>();
  const problems = Object.entries(packages).flatMap(([path, { version, license, integrity, link }]) => {
    if (!path || link) return [];
    const name = path.replace(/^node_modules\//, '');
    const found: string[] = [];
    if (!integrity?.startsWith('sha512-'))
      found.push(`${name} ${version} has no sha512 integrity in package-lock.json`);
    const exception = Object.keys(exceptions).find(
      (each) => each === name || (each.endsWith('*') && name.startsWith(each.slice(0, -1))),
    );
    if (exception) used.add(exception);
    else if (!isAccepted(license, licences)) found.push(`${name} ${version} has the licence ${license ?? '(none)'}`);
    return found;
  });
  const unused = Object.keys(exceptions).filter((name) => !used.has(name));
  return [...problems, ...unused.map((name) => `the exception for ${name} is not needed any more`)];
}

/** Whether an SPDX expression leaves a licence that is accepted: one side of `OR`, both of `AND`. */
export function isAccepted(expression: string | undefined, licences: readonly string[]): boolean {
  if (!expression) return false;
  const plain = expression.replaceAll(/[()]/g, '').replaceAll('/', ' OR ');
  return plain.split(' OR ').some((side) => side.split(' AND ').every((licence) => licences.includes(licence.trim())));
}

interface Audit {
  error?: { summary?: string; code?: string };
  message?: string;
  vulnerabilities?: Record<string, { via: (string | { url: string; title: string; severity: string })[] }>;
}

/** Vulnerabilities of a report of `npm audit`; null where the registry gave none. */
export function vulnerabilitiesOf(report: Audit, advisories: Rules['advisories']): string[] | null {
  if (!report.vulnerabilities) return null;
  const all = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((each) => (typeof each === 'string' ? [] : [{ name, ...each }])),
  );
  const known = all.filter(({ url }) => !Object.keys(advisories).some((id) => url.endsWith(`/${id}`)));
  return known.map(({ name, severity, title, url }) => `${name}: ${title} (${severity}, ${url})`);
}

function main(): void {
  const rules = JSON.parse(readFileSync(new URL('supply-chain.json', import.meta.url), 'utf8')) as Rules;
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> };
  const problems = problemsOf(packages, rules);
  console.log(`${Object.keys(packages).length - 1} packages have a hash and a licence; exceptions:`);
  for (const [name, reason] of Object.entries(rules.exceptions)) console.log(`  ${name}: ${reason}`);

  const npm = (...args: string[]) => spawnSync('npm', args, { encoding: 'utf8', timeout: ANSWER_MS });
  const bill = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
  const components = bill.status === 0 ? (JSON.parse(bill.stdout) as { components: unknown[] }).components.length : 0;
  console.log(`npm sbom: ${components} components`);
  if (!components) problems.push(`npm sbom failed: ${bill.stderr}`);
  else if (process.argv[2]) writeFileSync(process.argv[2], bill.stdout);

  const { stdout } = npm('audit', '--json', '--package-lock-only', '--fetch-retries=0');
  let report: Audit = {};
  try {
    report = JSON.parse(stdout) as Audit;
  } catch {
    // The registry took too long.
  }
  const known = vulnerabilitiesOf(report, rules.advisories);
  if (known) console.log(`npm audit: ${known.length} known vulnerabilities`);
  else
    console.log(`npm audit: the registry gave no advisories (${report.message ?? 'no answer'}); nothing was checked.`);
  problems.push(...(known ?? []));

  for (const problem of problems) console.error(`- ${problem}`);
  process.exitCode = problems.length ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
