import { sample } from '../../../test/support/sample.js';

const task = (facts: object) => ({ name: 'Launch', tasks: [{ title: 'Specify', ...facts }] });

export default sample('project.template', {
  text: 'name',
  create: { ...task({ due_offset_days: 3, subtasks: [{ title: 'Ask' }] }), members: [{ role: 'admin' }] },
  update: { default_duration_days: 30 },
  invalid: [
    {},
    { name: '' },
    { name: 'Launch', members: [{ role: 'boss' }] },
    { name: 'Launch', tasks: [{}] },
    task({ due_offset_days: 3651 }),
    task({ subtasks: [{ title: '' }] }),
  ],
  routes: {
    'POST /v1/project/projects/:id/save-as-template': { body: { name: 'As it is' }, invalid: [{}] },
  },
});
