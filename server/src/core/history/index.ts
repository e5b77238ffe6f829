export { type FieldChange, type HistoryEntry, insertHistory, selectHistory } from './history-store.ts';
