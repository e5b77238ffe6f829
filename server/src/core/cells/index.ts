export { type CellDirectory, readDirectory } from './directory.ts';
export { addCell, routeHost } from './edit-directory.ts';
export { renderNginxFile } from './nginx-file.ts';
