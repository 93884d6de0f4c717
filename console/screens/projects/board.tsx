import type { Shown } from '../../kit/index.js';
import { TaskBoard } from '../boards/task-board.js';

const Board = ({ of }: { of: Shown<'Project'> }) => <TaskBoard of={of} />;

export default Board;
