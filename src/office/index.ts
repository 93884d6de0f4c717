export { FilesPort } from './files/files.port.js';
export { OfficeModule } from './office.module.js';
