export { Html, html, rich } from '../../platform/index.js';
