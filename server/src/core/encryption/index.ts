export { type SealedColumn, sealedColumns } from './sealed-columns.ts';
