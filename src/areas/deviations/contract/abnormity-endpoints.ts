import { fileOutput, defineEndpoint, listOutput, XLSX_MIME } from '@/contract/endpoint'
import { choice, integer, reference, text } from '@/contract/field'
import { abnormityKinds } from './abnormity'
import { abnormityCommands } from './abnormity-commands'

/** Kinds of abnormity that occurred, with their total and open counts. */
export const abnormityKindCounts = defineEndpoint('abnormity.names', {
  area: 'deviations',
  routes: 'GET /quality/abd_name',
  access: 'qualityTrackingView',
  effect: 'read',
  output: listOutput({
    kind: choice(abnormityKinds, { required: true }),
    label: text({ required: true }),
    total: integer({ required: true }),
    open: integer({ required: true }),
  }),
})
/** One abnormity as a printable 8D report. */
export const abnormityReport = defineEndpoint('abnormity.sheet', {
  area: 'deviations',
  routes: 'GET /plant/abnormity_sheet',
  access: 'qualityTrackingView',
  effect: 'read',
  input: { id: reference('abnormity', { required: true }) },
  output: fileOutput(XLSX_MIME),
})
export const abnormityEndpoints = [...abnormityCommands, abnormityKindCounts, abnormityReport] as const
