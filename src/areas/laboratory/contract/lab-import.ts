import { defineEndpoint } from '@/contract/endpoint'
import { choice, file, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { columnRoles } from '../rules/lab-columns'
import { testDataViewPermissions } from './spc-endpoints'

const area = 'laboratory'
/** The role of each worksheet column: it contains values of a test index, or identifies them (roll, lane, batch …). */
export const columnMappingField = list(
  {
    column: integer({ required: true, min: 1, max: 200 }),
    header: text({ max: 200 }),
    role: choice(columnRoles, { required: true }),
    indexId: reference('testIndex'),
    // First value of the column, shown to the person who checks the mapping.
    example: text({ max: 60 }),
  },
  { max: 200 },
)
const importIssuesField = list(
  {
    row: integer({ required: true }),
    column: text({ max: 8 }),
    header: text({ max: 200 }),
    message: text({ required: true, max: 400 }),
    // A warning does not prevent the import.
    warning: flag({ required: true }),
  },
  { max: 200 },
)
/** Laboratory files that were imported or previewed, with the detected columns and the problems found. */
export const labImport = defineResource('labImport', {
  area,
  fields: {
    fileName: text({ required: true, readonly: true, max: 200 }),
    state: choice(['proposed', 'stored', 'undone'], { readonly: true, default: 'proposed' }),
    rows: integer({ readonly: true, default: 0 }),
    values: integer({ readonly: true, default: 0 }),
    headerRow: integer({ readonly: true, default: 1 }),
    columns: { ...columnMappingField, readonly: true },
    issues: { ...importIssuesField, readonly: true },
    importedAt: moment({ readonly: true }),
    importedBy: reference('user', { readonly: true }),
    undoneReason: note({ readonly: true, max: 1000 }),
  },
  title: ['fileName'],
  filters: ['state', 'importedAt'],
  search: ['fileName'],
  sort: '-createdAt',
  routes: { list: 'GET /plant/lab_import' },
  permissions: { view: testDataViewPermissions },
})
/** Column mapping of a layout, proposed again for the next worksheet with the same headings. */
export const labLayout = defineResource('labLayout', {
  area,
  fields: {
    headings: text({ required: true, readonly: true, max: 4000 }),
    columns: { ...columnMappingField, readonly: true },
  },
  title: ['headings'],
  unique: [['headings']],
  routes: { list: 'GET /plant/lab_layout' },
  permissions: { view: testDataViewPermissions },
})

const uploadInput = {
  file: file({ required: true, max: 1 }),
  // Batch of the values, unless a column names it.
  batch: text({ max: 60 }),
  columns: columnMappingField,
  // Preview: checks the file and stores no values.
  dryRun: flag(),
} as const
/**
 * Imports a laboratory worksheet completely or not at all. A row contains one sample, or all samples of a roll in
 * several columns per index.
 */
export const importLab = defineEndpoint('labImport.add', {
  area,
  routes: 'POST /quality/up_file',
  access: 'qualityDataUpload',
  effect: 'write',
  body: 'sheet',
  input: uploadInput,
  output: resourceOutput(labImport),
})
/** Replaces the values of an import by those of a corrected file, as long as none of its batches is published. */
export const replaceLab = defineEndpoint('labImport.replace', {
  area,
  routes: 'PUT /quality/up_file',
  access: 'qualityDataUpload',
  effect: 'write',
  body: 'sheet',
  input: { id: reference('labImport', { required: true }), ...uploadInput },
  output: resourceOutput(labImport),
})
/** Returns the columns, proposed mapping and problems of an uploaded file. */
export const labFileInfo = defineEndpoint('labImport.info', {
  area,
  routes: 'GET /quality/get_excel_info',
  access: testDataViewPermissions,
  effect: 'read',
  input: { id: reference('labImport', { required: true }) },
  output: resourceOutput(labImport),
})
/** Removes everything that an import stored. Refused if one of its batches is published or withdrawn. */
export const undoLab = defineEndpoint('labImport.undo', {
  area,
  routes: 'POST /quality/delete_mongo_data',
  access: 'qualityDataDelete',
  effect: 'write',
  reauthentication: true,
  input: { id: reference('labImport', { required: true }), reason: note({ required: true, max: 1000 }) },
  output: resourceOutput(labImport),
})
export const labImportEndpoints = [importLab, replaceLab, labFileInfo, undoLab] as const
