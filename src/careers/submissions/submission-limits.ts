import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import {
  Authentication,
  Clock,
  consume,
  type Credential,
  currentContext,
  networkOf,
  RateLimits,
  refusalOf,
  unauthorized,
} from '../../platform/index.js';

/** Submissions in a minute (D-CAR-3). */
const PER_ADDRESS = 10;
const PER_JOB = 60;

/** Kilobytes of files that a job takes in a day without a credential (D-SEC-3): 1 GiB. */
const KIB_PER_JOB = 2 ** 20;
const DAY = 86_400;

/** How often anybody may submit: by network address and by job, or, with a credential that may write here, as that may. */
@Injectable()
export class SubmissionLimits {
  readonly #addresses: RateLimiterAbstract;
  readonly #jobs: RateLimiterAbstract;
  readonly #bytesOfJobs: RateLimiterAbstract;

  constructor(
    private readonly limits: RateLimits,
    private readonly authentication: Authentication,
    private readonly clock: Clock,
  ) {
    this.#addresses = limits.sharedLimiter('submit-address', PER_ADDRESS, 60);
    this.#jobs = limits.sharedLimiter('submit-job', PER_JOB, 60);
    this.#bytesOfJobs = limits.sharedLimiter('submit-bytes', KIB_PER_JOB, DAY);
  }

  /** The credential that was sent along, or null; 401 where it is not good. */
  async credentialOf(request: Request): Promise<Credential | null> {
    const { authorization, 'x-api-key': key } = request.headers;
    if (authorization === undefined && key === undefined) return null;
    const credential = await this.authentication.identify(request);
    const refusal = refusalOf(credential, this.clock.now());
    if (refusal === null) return credential;
    await this.limits.spend(credential.id, null);
    throw unauthorized(refusal);
  }

  /** 429 where this network address has submitted too often. It is written down only as a digest, for a minute. */
  async spendAddress(): Promise<void> {
    const address = createHash('sha256').update(networkOf(currentContext().ip)).digest('base64url');
    await consume(this.#addresses, address);
  }

  async spendJob(jobId: string): Promise<void> {
    await consume(this.#jobs, jobId);
  }

  /** 429 where files of visitors have taken what a job has for them in a day. */
  async spendBytes(jobId: string, bytes: number): Promise<void> {
    await consume(this.#bytesOfJobs, jobId, Math.ceil(bytes / 1024));
  }

  async spendCredential({ id }: Credential, response: Response): Promise<void> {
    await this.limits.spend(id, response);
  }
}
