import { cameBack, finishSignIn, handOn, HERE, mustMove, signInSilently, startSignIn, suite } from './kit/session.js';

/** Signs in, mostly without anybody seeing it, and then shows the console. */
async function start(): Promise<void> {
  if (mustMove) return location.replace(mustMove);
  if (handOn()) return;
  // Loading the rest takes longer than the answers of the server, so it begins at once. Almost every page needs the kit.
  const app = import('./app/app.js');
  void Promise.all([app, import('./kit/index.js')]).catch(() => undefined);
  if (cameBack()) {
    const { back, problem } = await finishSignIn();
    if (problem) return (await app).showProblem(problem);
    if (back === null) return startSignIn(HERE());
    history.replaceState(null, '', back);
  } else if (!(await signInSilently())) return startSignIn(HERE());
  const me = suite.get('/v1/access/me');
  // The page reports it when it is drawn.
  me.catch(() => undefined);
  (await app).show(me);
}

void start();
