import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { fileOutput, defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, integer, list, reference, text } from '@/contract/field'
import { defineReport } from '@/contract/report'
import { webFamilies } from '@/areas/standards/contract/product'
import { qualitySheetPermissions } from './quality-check'
import { templateItemFields } from './table-template'

const area = 'quality'
const countField = integer({ required: true })
const idAndLabelFields = { id: text({ required: true, max: 60 }), label: text({ required: true, max: 400 }) } as const
const keyAndLabelFields = { key: text({ required: true, max: 60 }), label: text({ required: true, max: 200 }) } as const

/** Options of the check form: results, defects, severities and active templates. */
export const qualityCheckOptions = defineEndpoint('qualityCheck.options', {
  area,
  routes: 'OPTIONS /quality/check',
  access: qualitySheetPermissions.view,
  effect: 'read',
  output: objectOutput({
    results: list(keyAndLabelFields),
    defects: list(keyAndLabelFields),
    severities: list(keyAndLabelFields),
    verdicts: list(keyAndLabelFields),
    templates: list({
      ...idAndLabelFields,
      productId: reference('product'),
      family: choice(webFamilies),
      items: list({ ...templateItemFields, readings: integer() }, { max: 40 }),
    }),
  }),
})
/** Inspectors and items that occur in checks, with the number of checks. The page offers them as filters. */
export const qualityCheckFilterValues = defineEndpoint('qualityCheck.names', {
  area,
  routes: 'GET /quality/check_name',
  access: [qualitySheetPermissions.view, 'qualityDataView'],
  effect: 'read',
  input: { from: day(), to: day() },
  output: objectOutput({
    inspectors: list({
      ...idAndLabelFields,
      label: { ...idAndLabelFields.label, nameOfRow: 'user' },
      checks: countField,
    }),
    items: list({ ...keyAndLabelFields, checks: countField }),
  }),
})
/** People who may check rolls, and items that templates ask for, even if no check contains them yet. */
export const inspectorAndItemOptions = defineEndpoint('qualityCheck.nameOptions', {
  area,
  routes: 'OPTIONS /quality/check_name',
  access: [qualitySheetPermissions.view, 'qualityDataView'],
  effect: 'read',
  output: objectOutput({ inspectors: list(idAndLabelFields), items: list(keyAndLabelFields) }),
})
/** A photo of a check. */
export const qualityCheckPhoto = defineEndpoint('qualityCheck.picture', {
  area,
  routes: 'GET /quality/check_picture',
  access: qualitySheetPermissions.view,
  effect: 'read',
  input: { id: reference('qualityCheck', { required: true }), index: integer({ min: 0, max: 8 }) },
  output: fileOutput('image/*'),
})
export const qualityCheckGroupings = ['line', 'team', 'product'] as const
/** First-pass yield of the checks of a period by line, team or product, and the Pareto of the defects found. */
export const qualityCheckMetrics = defineEndpoint('qualityCheck.figures', {
  area,
  routes: 'GET /quality/check_figures',
  access: qualitySheetPermissions.view,
  effect: 'read',
  mayLag: true,
  input: {
    by: choice(qualityCheckGroupings),
    from: day(),
    to: day(),
    lineId: reference('line'),
    productId: reference('product'),
    team: text(teamTextOptions),
  },
  output: objectOutput({
    from: day({ required: true }),
    to: day({ required: true }),
    rolls: countField,
    passed: countField,
    firstPassPercent: amount({ unit: '%', digits: 1 }),
    rows: list({
      ...idAndLabelFields,
      rolls: countField,
      passed: countField,
      firstPassPercent: amount({ unit: '%', digits: 1 }),
    }),
    defects: list({
      kind: text({ required: true, max: 60 }),
      label: text({ required: true, max: 200 }),
      count: countField,
      percent: amount({ unit: '%', required: true, digits: 1 }),
      cumulative: amount({ unit: '%', required: true, digits: 1 }),
    }),
  }),
})
/** Report of the defects found in checks. The report leaves out first-pass yield, which the page draws as a chart. */
export const defectParetoReport = defineReport(qualityCheckMetrics, {
  titleKey: 'quality:pages.sheet.table',
  tables: [
    {
      rows: 'defects',
      columns: [
        { field: 'label', labelKey: 'quality:qualityCheck.sub.defects.kind' },
        { field: 'count', labelKey: 'quality:answers.found' },
        { field: 'percent', labelKey: 'plant:figures.defectShare.name' },
        'cumulative',
      ],
    },
  ],
  resources: ['qualityCheck'],
})
export const checkEndpoints = [
  qualityCheckOptions,
  qualityCheckFilterValues,
  inspectorAndItemOptions,
  qualityCheckPhoto,
  qualityCheckMetrics,
] as const
