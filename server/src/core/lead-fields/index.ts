export { type FieldSet, fieldSetOf, fits, loadFieldSet, readFieldSet } from './field-set.ts';
export {
  builtInFields,
  type CustomType,
  customTypes,
  type FieldType,
  inputAliases,
  type LeadField,
} from './lead-field.ts';
export { saveLeadField } from './save-lead-field.ts';
