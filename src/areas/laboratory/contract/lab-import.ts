import { defineEndpoint } from '@/contract/endpoint'
import { choice, file, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { columnRoles } from '../rules/lab-columns'
import { readers } from './spc-calls'

const area = 'laboratory'
/** What each column of a sheet is. Values of a test index, or what they are values of. */
export const mapping = list(
  {
    column: integer({ required: true, min: 1, max: 200 }),
    header: text({ max: 200 }),
    role: choice(columnRoles, { required: true }),
    indexId: reference('testIndex'),
    // First value below it, so that a person can see what is meant.
    example: text({ max: 60 }),
  },
  { max: 200 },
)
const issues = list(
  {
    row: integer({ required: true }),
    column: text({ max: 8 }),
    header: text({ max: 200 }),
    message: text({ required: true, max: 400 }),
    // The sheet can be taken in all the same.
    warning: flag({ required: true }),
  },
  { max: 200 },
)
/** Files of the laboratory that were taken in, or looked at: what was understood of them. */
export const labImport = defineResource('labImport', {
  area,
  fields: {
    fileName: text({ required: true, readonly: true, max: 200 }),
    state: choice(['proposed', 'stored', 'undone'], { readonly: true, default: 'proposed' }),
    rows: integer({ readonly: true, default: 0 }),
    values: integer({ readonly: true, default: 0 }),
    headerRow: integer({ readonly: true, default: 1 }),
    columns: { ...mapping, readonly: true },
    issues: { ...issues, readonly: true },
    importedAt: moment({ readonly: true }),
    importedBy: reference('user', { readonly: true }),
    undoneReason: note({ readonly: true, max: 1000 }),
  },
  title: ['fileName'],
  filters: ['state', 'importedAt'],
  search: ['fileName'],
  sort: '-createdAt',
  routes: { list: 'GET /plant/lab_import' },
  permissions: { view: readers },
})
/** How the columns of a layout were understood: proposed when a sheet with the same headings comes again. */
export const labLayout = defineResource('labLayout', {
  area,
  fields: {
    headings: text({ required: true, readonly: true, max: 4000 }),
    columns: { ...mapping, readonly: true },
  },
  title: ['headings'],
  unique: [['headings']],
  routes: { list: 'GET /plant/lab_layout' },
  permissions: { view: readers },
})

const upload = {
  file: file({ required: true, max: 1 }),
  // The batch that the values belong to, unless a column says it.
  batch: text({ max: 60 }),
  columns: mapping,
  // Looks at the file and stores no value.
  dryRun: flag(),
} as const
/** Takes a laboratory sheet in: a row a sample, or a row a roll with several columns of an index. All of it or nothing. */
export const importLab = defineEndpoint('labImport.add', {
  area,
  routes: 'POST /quality/up_file',
  access: 'qualityDataUpload',
  effect: 'write',
  body: 'sheet',
  input: upload,
  output: resourceOutput(labImport),
})
/** Takes the corrected file in instead of what came with this import, while nothing of it is published. */
export const replaceLab = defineEndpoint('labImport.replace', {
  area,
  routes: 'PUT /quality/up_file',
  access: 'qualityDataUpload',
  effect: 'write',
  body: 'sheet',
  input: { id: reference('labImport', { required: true }), ...upload },
  output: resourceOutput(labImport),
})
/** What was understood of a file: columns, proposed mapping, problems. */
export const labFileInfo = defineEndpoint('labImport.info', {
  area,
  routes: 'GET /quality/get_excel_info',
  access: readers,
  effect: 'read',
  input: { id: reference('labImport', { required: true }) },
  output: resourceOutput(labImport),
})
/** Removes everything that came with an import. Refused once a batch of it is published. */
export const undoLab = defineEndpoint('labImport.undo', {
  area,
  routes: 'POST /quality/delete_mongo_data',
  access: 'qualityDataDelete',
  effect: 'write',
  reauthentication: true,
  input: { id: reference('labImport', { required: true }), reason: note({ required: true, max: 1000 }) },
  output: resourceOutput(labImport),
})
export const labImportCalls = [importLab, replaceLab, labFileInfo, undoLab] as const
