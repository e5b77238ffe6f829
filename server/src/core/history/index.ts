export {
  deleteHistory,
  type FieldChange,
  type HistoryEntry,
  insertHistory,
  selectHistory,
} from './history-store.ts';
