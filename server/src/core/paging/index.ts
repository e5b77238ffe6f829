export { isAbsent, maxPageSize, type Page, type PageParams, readPage } from './page.ts';
