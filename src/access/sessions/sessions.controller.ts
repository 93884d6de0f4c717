import { Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { currentContext, Endpoint, Loaded, notFound, requireRecentProof } from '../../platform/index.js';
import { signedInUser } from '../users/signed-in-user.js';
import { User } from '../users/user.entity.js';
import { MySessionsQuery, RevokedSessions, SessionQuery, SessionView } from './session.dto.js';
import { Session } from './session.entity.js';
import { sessions } from './session.resource.js';
import { SessionsService } from './sessions.service.js';

/** When ending sessions needs a recent proof of identity (D-SIGN-5). */
const OF_OTHERS = 'for sessions of other users';

function proveForOthers(userId: string): void {
  if (currentContext().credential!.user_id !== userId) requireRecentProof();
}

@Controller('v1/access/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Endpoint(sessions, { returns: SessionView, page: true })
  list(@Query() query: SessionQuery) {
    return this.sessions.list(query);
  }

  @Delete(':id')
  @Endpoint(sessions, { action: 'revoked', recentProof: OF_OTHERS, summary: 'End a session' })
  async end(@Param('id', Loaded(Session)) session: Session) {
    proveForOthers(session.user_id);
    await this.sessions.end(session, 'revoked');
  }
}

@Controller('v1/access/users/:id/sessions')
export class UserSessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Endpoint(sessions, { returns: SessionView, page: true })
  list(@Param('id', Loaded(User)) user: User, @Query() query: MySessionsQuery) {
    return this.sessions.list(query, { user_id: user.id });
  }

  @Post('revoke')
  @Endpoint(sessions, {
    returns: RevokedSessions,
    status: 200,
    action: 'revoked',
    recentProof: OF_OTHERS,
    summary: 'End all sessions of a user',
  })
  async endAll(@Param('id', Loaded(User)) user: User) {
    proveForOthers(user.id);
    return { revoked: await this.sessions.endAll({ user_id: user.id }, 'revoked') };
  }
}

/** A signed-in user's own sessions; no scope is needed for them. */
@Controller('v1/access/me/sessions')
export class MySessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Endpoint(sessions, { scope: null, returns: SessionView, page: true, summary: 'List sessions of the signed-in user' })
  list(@Query() query: MySessionsQuery) {
    return this.sessions.list(query, { user_id: signedInUser() });
  }

  @Post('revoke')
  @Endpoint(sessions, {
    scope: null,
    returns: RevokedSessions,
    status: 200,
    action: 'revoked',
    summary: 'End all other sessions of the signed-in user',
  })
  async endOthers() {
    const { id: except } = currentContext().credential!;
    return { revoked: await this.sessions.endAll({ user_id: signedInUser() }, 'signed_out', { except }) };
  }

  @Delete(':id')
  @Endpoint(sessions, { scope: null, action: 'revoked', summary: 'End a session of the signed-in user' })
  async end(@Param('id', Loaded(Session)) session: Session) {
    if (session.user_id !== signedInUser()) throw notFound(`You have no session ${session.id}.`);
    await this.sessions.end(session, 'signed_out');
  }
}
