import { getMetadataStorage } from 'class-validator';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings, SECRET_SETTINGS } from '../src/platform/config/read-settings.js';
import { Settings } from '../src/platform/config/settings.js';
import { startTestApp } from './support/test-app.js';

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const read = (name: string) => readFileSync(pathOf(name), 'utf8');
const known = new Set(
  getMetadataStorage()
    .getTargetValidationMetadatas(Settings, '', true, false)
    .map(({ propertyName }) => propertyName),
);
const secrets: readonly string[] = SECRET_SETTINGS;
/** A variable of Grafana. */
const VARIABLES = /^__rate_interval$/;
const PUBLIC_ID = 'S3_ACCESS_KEY_ID';

describe('deploy/monitoring', () => {
  const rules = parse(read('deploy/monitoring/alerts.yml')).groups.flatMap((group: any) => group.rules);
  const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json'));
  const expressions: string[] = [
    ...rules.map(({ expr }: any) => expr),
    ...dashboard.panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr)),
  ];

  it('asks for metrics that there are, with their labels', async () => {
    const suite = await startTestApp();
    await suite.client.get('/v1/office/documents');
    const lines = (await suite.client.get('/metrics')).text.split('\n');
    await suite.close();
    for (const expression of expressions) {
      const named = [...expression.matchAll(/\b([a-z]\w*_[a-z]\w*)\b(?!\()(\{[^}]*\})?/g)].filter(
        ([, name]) => !VARIABLES.test(name!),
      );
      for (const [, name, labels = ''] of named) {
        const found = lines.filter((line) => new RegExp(`^${name}[ {]`).test(line));
        expect(found, name).not.toEqual([]);
        for (const [label] of labels.matchAll(/\w+(?==|!)/g)) expect(found.join(), expression).toContain(`${label}="`);
      }
    }
  });

  it('says of each rule what it means and what to do', () => {
    expect(rules.length).toBeGreaterThan(5);
    for (const { annotations, labels } of rules) {
      expect(annotations).toEqual({ summary: expect.stringMatching(/\.$/), description: expect.stringMatching(/\.$/) });
      expect(['critical', 'warning']).toContain(labels.severity);
    }
  });
});

describe('deploy/kubernetes.yml', () => {
  const objects = parseAllDocuments(read('deploy/kubernetes.yml')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as any;
  });
  const one = (kind: string, name: string) =>
    objects.find((each) => each.kind === kind && each.metadata.name === `workspace-suite${name}`);
  const podOf = ({ spec }: any) => spec.template;
  const [config, job, api, worker] = [
    one('ConfigMap', ''),
    one('Job', '-migrate'),
    one('Deployment', '-api'),
    one('Deployment', '-worker'),
  ];
  const containerOf = (workload: any) => podOf(workload).spec.containers[0];
  const sources = (workload: any) =>
    containerOf(workload).envFrom.map((each: any) => (each.configMapRef ?? each.secretRef).name);

  it('has an API, a worker, a migration, a service and a budget, each of an API that Kubernetes serves', () => {
    expect(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'v1 ConfigMap',
      'batch/v1 Job',
      'apps/v1 Deployment',
      'apps/v1 Deployment',
      'v1 Service',
      'policy/v1 PodDisruptionBudget',
    ]);
  });

  it('sets nothing but settings, and no secret', () => {
    const own = [api, worker].flatMap((each) => containerOf(each).env.map(({ name }: any) => name));
    const names = [...Object.keys(config.data), ...own];
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(names.filter((name) => secrets.includes(name) && name !== PUBLIC_ID)).toEqual([]);
    for (const value of Object.values(config.data)) expect(value).toBeTypeOf('string');
  });

  it('starts each process with settings that it accepts', () => {
    const given = {
      SECRETS_KEY: 'x'.repeat(44),
      DATABASE_URL: 'postgres://suite@db/suite',
      REDIS_URL: 'rediss://redis',
      S3_ACCESS_KEY_ID: 'suite',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    for (const [workload, role] of [
      [api, 'api'],
      [worker, 'worker'],
    ] as const) {
      const env = Object.fromEntries(containerOf(workload).env.map(({ name, value }: any) => [name, value]));
      expect(readSettings({ ...config.data, ...given, ...env })).toMatchObject({ ROLE: role, MIGRATE: 'off' });
    }
  });

  it('migrates by a step of its own, before new pods start', () => {
    const first = objects.filter(({ metadata }) => metadata.labels?.step === 'migrate');
    expect(first).toEqual([config, job]);
    expect(containerOf(job).command).toEqual(['node', 'dist/src/cli.js', 'migrate']);
  });

  it('gives the owner of the tables to the worker and the migration only', () => {
    const owner = 'workspace-suite-owner';
    expect([job, worker, api].map((each) => sources(each).includes(owner))).toEqual([true, true, false]);
  });

  it.each([
    ['api', api],
    ['worker', worker],
    ['migrate', job],
  ])('runs %s without rights, on a file system that it cannot write', (_, workload) => {
    const { spec } = podOf(workload);
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    const { securityContext, resources, volumeMounts } = containerOf(workload);
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(resources).toMatchObject({ requests: { cpu: expect.any(String), memory: expect.any(String) } });
    expect(volumeMounts.map(({ name }: any) => name)).toEqual(spec.volumes.map(({ name }: any) => name));
    expect(volumeMounts.map(({ mountPath }: any) => mountPath)).toContain(config.data.DATA_DIR);
  });

  it('asks for health where the server tells it, and lets requests finish', () => {
    const controller = read('src/platform/http/operations.controller.ts');
    for (const workload of [api, worker]) {
      const { startupProbe, readinessProbe, livenessProbe } = containerOf(workload);
      for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
        expect(controller).toContain(`'${httpGet.path.slice(1)}'`);
        expect(httpGet.port).toBe(3000);
      }
      // A process drains for 30 seconds.
      expect(podOf(workload).spec.terminationGracePeriodSeconds).toBeGreaterThan(30);
      expect(workload.spec.selector.matchLabels).toEqual(podOf(workload).metadata.labels);
    }
  });

  it('leads requests to API pods, of which a budget keeps one', () => {
    const { labels } = podOf(api).metadata;
    expect(one('Service', '').spec).toMatchObject({ selector: labels, ports: [{ targetPort: 'http' }] });
    expect(containerOf(api).ports).toContainEqual({ name: 'http', containerPort: 3000 });
    const budget = one('PodDisruptionBudget', '-api').spec;
    expect(budget.selector.matchLabels).toEqual(labels);
    expect(api.spec.replicas).toBeGreaterThan(budget.maxUnavailable);
  });
});

describe('deploy/workspace-suite.service', () => {
  const lines = read('deploy/workspace-suite.service').split('\n');
  const valueOf = (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);

  it('starts the server of the build, and stops it once it has drained', () => {
    const start = JSON.parse(read('package.json')).scripts.start as string;
    const [, command] = valueOf('ExecStart')!.split('/bin/node ');
    expect(start).toContain(command);
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(30);
    const set = valueOf('Environment')!
      .split(' ')
      .map((each) => each.split('=')[0]!);
    expect(set.filter((name) => !known.has(name) && !['NODE_ENV', 'MALLOC_MMAP_THRESHOLD_'].includes(name))).toEqual(
      [],
    );
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('is a unit that systemd understands', () => {
    const unit = pathOf('deploy/workspace-suite.service');
    let said = '';
    try {
      execFileSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      said = (error as { stderr: string }).stderr;
    }
    // The program is not installed here.
    expect(said.split('\n').filter((line) => line.includes('.service:') && !/is not executable/.test(line))).toEqual(
      [],
    );
  });
});

describe('the lockfile', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, any> };
  /** Packages that do without a program of their own. */
  const names = Object.keys(packages).filter((name) => !name.includes('node_modules/recheck-'));

  it.each(['x64', 'arm64'])('has the packages of linux %s that an image with glibc needs', (cpu) => {
    // A package with binaries has one for x64 with glibc; the same one must be there for arm64.
    const x64 = names.filter((name) => /linux-x64(-gnu)?$/.test(name));
    expect(x64.length).toBeGreaterThan(4);
    expect(x64.map((name) => name.replace('x64', cpu)).filter((name) => !packages[name]?.optional)).toEqual([]);
  });
});
