import { runCommands } from './run-commands.js';

await runCommands();
