import { Logger } from '@nestjs/common';
import {
  Clock,
  currentContext,
  currentLanguage,
  InjectStore,
  type Language,
  type Lease,
  LeasedWork,
  type ResourceStore,
  type WorkProcessor,
  Works,
} from '../../platform/index.js';
import { User } from '../users/user.entity.js';
import { UserLinks } from '../links/user-links.service.js';
import { LinkRequestRepository } from './link-request.repository.js';

const DAY_MS = 86_400_000;

interface LinkRequest {
  id: string;
  email: string;
  language: Language;
  error: string | null;
  attempts: number;
  created_at: string;
}

/**
 * Password reset requests. The request only queues the address and a background task looks it up, so that neither response nor
 * timing reveals whether it has an account.
 */
@LeasedWork({
  kind: 'link_request',
  table: 'link_requests',
  key: ['id'],
  task: 'link-requests',
  description: 'Sends the requested links to reset a password.',
  backoff: { firstSeconds: 30, maxSeconds: 600 },
})
export class LinkRequests implements WorkProcessor<LinkRequest> {
  readonly #logger = new Logger('LinkRequests');

  constructor(
    private readonly requests: LinkRequestRepository,
    private readonly links: UserLinks,
    private readonly works: Works,
    private readonly clock: Clock,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {}

  /** The mail will be in the language of the request, which comes from whoever gets it. */
  async add(email: string): Promise<void> {
    await this.requests.add(email, currentLanguage());
    this.works.wake('link_request');
  }

  /** Sends reset links to users with the address, in each of their workspaces. */
  async process({ id, email, language, error, created_at }: LinkRequest, lease: Lease): Promise<void> {
    if (error !== null && this.clock.now() - Date.parse(created_at) > DAY_MS) {
      // Nobody waits for such a link any more, and the address is personal data.
      this.#logger.error(`${id} is given up after a day: ${error}`);
      return;
    }
    const context = currentContext();
    await lease.complete(async () => {
      for (const user of await this.requests.usersOf(email)) {
        context.workspaceId = user.workspace_id;
        // Existing links stay valid, because anybody can request one.
        const locked = await this.users.get(user.id, { lock: true });
        await this.links.resetPassword(locked, { only: false, language });
      }
    });
  }
}
