import { finishSignIn, handOn, HERE, mustMove, startSignIn } from './kit/session.js';

/** Signs in, mostly without anybody seeing it, and then shows the console. */
async function start(): Promise<void> {
  if (mustMove) return location.replace(mustMove);
  if (handOn()) return;
  // Loading the rest takes about as long as the answer of the server.
  const app = import('./app/app.js');
  const { back, problem } = await finishSignIn();
  if (problem) return (await app).showProblem(problem);
  if (back === null) return startSignIn(HERE());
  history.replaceState(null, '', back);
  (await app).show();
}

void start();
