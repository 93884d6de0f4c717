import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { UsersPort } from '../../access/index.js';
import {
  type Detail,
  failure,
  InjectStore,
  type Input,
  invalid,
  invalidField,
  notFound,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import { MemberRepository } from './member.repository.js';
import type { AddMembers, CreateProject, ProjectView, UpdateProject } from './project.dto.js';
import { Project } from './project.entity.js';
import { projects } from './project.resource.js';
import { ProjectHooks } from './project-hooks.js';

const MAX_MEMBERS = 1_000;

const noUser = (id: string, field: string): Detail => ({
  field,
  code: 'not_found',
  message: `The user ${id} does not exist or is suspended.`,
});

@Injectable()
export class ProjectsService extends ResourceService<Project> {
  constructor(
    @InjectStore(Project) store: ResourceStore<Project>,
    private readonly members: MemberRepository,
    private readonly users: UsersPort,
    private readonly hooks: ProjectHooks,
  ) {
    super(store);
  }

  override async show(project: Project): Promise<ProjectView> {
    const members = await this.members.of(project);
    const names = await this.users.names(members.map(({ user_id }) => user_id));
    return {
      ...project,
      members: members.map((member) => ({ ...member, display_name: names.get(member.user_id) ?? '' })),
    };
  }

  override async create(input: CreateProject): Promise<Project> {
    checkDates(input);
    const project = await this.store.create(input);
    await this.members.put(project, [{ user_id: project.owner_id, role: 'admin', hourly_rate: null }]);
    return project;
  }

  /** An archived project can only be changed together with leaving `archived`. */
  override async update(project: Project, { status = project.status, ...changes }: UpdateProject): Promise<Project> {
    const stays = project.status === 'archived' && status === 'archived';
    if (stays && Object.values(changes).some((value) => value !== undefined)) throw failure(projects, 'archived');
    checkDates({ ...project, ...defined(changes) });
    if (status === 'archived') return this.archive(project, changes);
    const updated = await this.store.transition(project, status, changes);
    const { owner_id: user_id } = updated;
    if (user_id !== project.owner_id) {
      const [{ hourly_rate } = { hourly_rate: null }] = await this.members.of(updated, [user_id]);
      await this.members.put(updated, [{ user_id, role: 'admin', hourly_rate }]);
    }
    return updated;
  }

  /** Makes the project read-only; waits for earlier writes. */
  async archive(project: Project, changes: Input<Project> = {}): Promise<Project> {
    if (project.status === 'archived') return project;
    await this.store.lock(project);
    await this.hooks.archiving(project);
    return this.store.transition(project, 'archived', changes, { as: 'archived' });
  }

  override async remove(project: Project): Promise<void> {
    if (project.status !== 'archived') throw failure(projects, 'notArchived');
    await this.store.lock(project);
    if (await this.hooks.isLinked(project)) throw failure(projects, 'linked');
    await this.hooks.deleting(project);
    await this.members.removeAll(project);
    await this.store.remove(project);
  }

  /** Adds members and updates existing ones. Atomic; 400 if a user does not exist. */
  async addMembers(project: Project, { members }: AddMembers): Promise<Project> {
    await this.#lockOpen(project);
    const ids = members.map(({ user_id }) => user_id);
    const before = new Map((await this.members.of(project, ids)).map((member) => [member.user_id, member]));
    const known = await Promise.all(ids.map(async (id) => before.has(id) || this.users.mayBeNamed(id)));
    const refused = ids.flatMap((id, index) => (known[index] ? [] : [noUser(id, `members[${index}].user_id`)]));
    if (refused.length) throw invalid(refused);
    if (members.some(({ user_id, role }) => user_id === project.owner_id && role !== 'admin'))
      throw failure(projects, 'ownerIsAdmin');

    const to = members
      .map(({ user_id, role, hourly_rate = before.get(user_id)?.hourly_rate ?? null }) => ({
        user_id,
        role,
        hourly_rate,
      }))
      .filter((member) => !isDeepStrictEqual(member, before.get(member.user_id)));
    if (!to.length) return project;
    if ((await this.members.put(project, to)) > MAX_MEMBERS) throw failure(projects, 'tooManyMembers');
    const from = to.flatMap(({ user_id }) => before.get(user_id) ?? []);
    return this.store.update(project, {}, { as: 'members_added', also: { members: { from, to } } });
  }

  async removeMember(project: Project, userId: string): Promise<void> {
    await this.#lockOpen(project);
    if (userId === project.owner_id) throw failure(projects, 'ownerIsAdmin');
    const [before] = await this.members.of(project, [userId]);
    if (!before) throw notFound(`The user is not a member of the project ${project.id}.`);
    await this.members.remove(project, userId);
    const members = { from: [before], to: [] };
    await this.store.update(project, {}, { as: 'member_removed', also: { members } });
  }

  async #lockOpen(project: Project): Promise<void> {
    await this.store.lock(project);
    if (project.status === 'archived') throw failure(projects, 'archived');
  }
}

function checkDates({ start_date, target_date }: Partial<Project>): void {
  if (start_date && target_date && target_date < start_date)
    throw invalidField('target_date', 'out_of_range', 'target_date must not be before start_date.');
}

const defined = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
