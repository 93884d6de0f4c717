export { Html, html } from '../../platform/index.js';
