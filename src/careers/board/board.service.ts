import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { type NewWorkspace, Workspaces } from '../../access/index.js';
import {
  asSystem,
  Database,
  Guardrails,
  InjectStore,
  notFound,
  type Page,
  type ResourceStore,
  shownAs,
  safeHtml,
} from '../../platform/index.js';
import { Job } from '../jobs/job.entity.js';
import { jobs } from '../jobs/job.resource.js';
import { BoardItem, BoardJob, BoardQuery } from './board.dto.js';

export type Employer = NewWorkspace['workspace'];

/** Jobs in a feed: readers look for new ones. */
const FEED_JOBS = 50;

/** The public careers site: published jobs, with the fields that candidates need. */
@Injectable()
export class BoardService {
  constructor(
    @InjectStore(Job) private readonly jobs: ResourceStore<Job>,
    private readonly workspaces: Workspaces,
    private readonly guardrails: Guardrails,
    private readonly database: Database,
  ) {}

  async list(query: BoardQuery): Promise<Page<BoardItem>> {
    const { data, meta } = await this.listed(query);
    return { data, meta };
  }

  /** The same, with whose jobs they are. */
  async listed(query: BoardQuery): Promise<Page<BoardItem> & { employer: Employer }> {
    const employer = await this.#lister(query.workspace_id);
    const { data, meta } = await asSystem(employer.id, () => this.jobs.page(query, BoardItem));
    return { employer, data: data.map((job) => shownAs(BoardItem, job)), meta };
  }

  async get(id: string): Promise<{ job: BoardJob; employer: Employer }> {
    const job = await this.jobs.getAnywhere(id, [{ status: 'published' }]);
    if (!job.on_board) throw notFound(`There is no job ${id}.`);
    return { job: forCandidates(job), employer: await this.#employer(job.workspace_id) };
  }

  /** The jobs that were published last, in full. */
  async newest(workspaceId: string): Promise<{ jobs: BoardJob[]; employer: Employer }> {
    const employer = await this.#lister(workspaceId);
    const query = Object.assign(new BoardQuery(), { workspace_id: workspaceId, limit: FEED_JOBS });
    const { data } = await asSystem(workspaceId, () => this.jobs.page(query, BoardJob));
    const shown: BoardJob[] = [];
    for (const job of data) {
      shown.push(forCandidates(job));
      // Long texts take a while; others are not to wait for all of them.
      await setImmediate();
    }
    return { jobs: shown, employer };
  }

  /** The employer of a public list, unless a policy denies everybody to read jobs. */
  async #lister(workspaceId: string): Promise<Employer> {
    const employer = await this.#employer(workspaceId);
    await this.database.refuseMoved(workspaceId);
    (await this.guardrails.apply(workspaceId))?.refuse(jobs, 'read');
    return employer;
  }

  async #employer(workspaceId: string): Promise<Employer> {
    const found = await this.workspaces.find(workspaceId);
    if (!found) throw notFound(`There is no workspace ${workspaceId}.`);
    return found;
  }
}

const forCandidates = (job: BoardJob): BoardJob =>
  shownAs(BoardJob, { ...job, description: safeHtml(job.description) });
