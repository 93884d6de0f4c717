import { formWithFile, sample } from '../../../test/support/sample.js';

export default sample('office.spreadsheet', {
  text: 'title',
  create: { title: 'Budget', initial_sheets: [{ name: 'January', rows: 100, columns: 10 }] },
  update: { title: 'Budget, second draft' },
  invalid: [{}, { title: '' }, { title: 'Budget', initial_sheets: [{ name: 'January', rows: 0 }] }],
  routes: {
    'PATCH /v1/office/sheets/:id': { invalid: [{ title: '' }] },
    'POST /v1/office/sheets/import': { body: formWithFile('budget.csv', 'Rent,1200') },
    'GET /v1/office/sheets/:id/values': { query: 'range=A1:B2' },
    'GET /v1/office/sheets/:id/export': { query: 'format=csv' },
    'PUT /v1/office/sheets/:id/values': {
      body: { range: 'A1', values: [['Rent', 1200]] },
      invalid: [{ range: 'A1' }, { range: 'A1', values: 'Rent' }, { range: '1A', values: [['Rent']] }],
    },
    'POST /v1/office/sheets/:id/values/append': {
      body: { range: 'A:B', values: [['Rent', 1200]] },
      invalid: [{}],
    },
    'POST /v1/office/sheets/:id/values/clear': { body: { range: 'A1:B2' }, invalid: [{}, { range: 'A0' }] },
  },
});
