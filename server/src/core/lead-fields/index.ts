export { fieldSetOf, loadFieldSet } from './field-set.ts';
export { type CustomType, customTypes, type LeadField } from './lead-field.ts';
export { saveLeadField } from './save-lead-field.ts';
