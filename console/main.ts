import { cameBack, finishSignIn, handOn, HERE, mustMove, startSignIn } from './kit/session.js';

/** Signs in, mostly without anybody seeing it, and then shows the console. */
async function start(): Promise<void> {
  if (mustMove) return location.replace(mustMove);
  if (handOn()) return;
  // Whoever does not come back from signing in leaves for it at once, and needs nothing more here.
  if (!cameBack()) return startSignIn(HERE());
  // Loading the rest takes about as long as the answer of the server.
  const app = import('./app/app.js');
  const { back, problem } = await finishSignIn();
  if (problem) return (await app).showProblem(problem);
  if (back === null) return startSignIn(HERE());
  history.replaceState(null, '', back);
  (await app).show();
}

void start();
