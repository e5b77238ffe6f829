export {
  changeLeadField,
  fieldLabel,
  fieldOptions,
  readFieldChange,
  readNewField,
  showField,
  shownFieldKeys,
} from './field-input.ts';
export { type FieldSet, fieldSetOf, fits, listLeadFields, loadFieldSet, readFieldSet } from './field-set.ts';
export type { FieldValue, ValueSchema } from './field-type.ts';
export {
  type CustomTypeName,
  customTypeNames,
  fieldTypeNames,
  typeOf,
} from './field-types.ts';
export { builtInFields, inputAliases, type LeadField } from './lead-field.ts';
export { everyOperator, type Operator } from './operators.ts';
export { addLeadField, editLeadField, readCustomField, saveLeadField } from './save-lead-field.ts';
