export { type FieldSet, fieldSetOf, loadFieldSet, readFieldSet } from './field-set.ts';
export { type CustomType, customTypes, inputAliases, type LeadField } from './lead-field.ts';
export { saveLeadField } from './save-lead-field.ts';
