import { defineCommand } from '@/contract/command'
import { file, getFieldNames, note, text } from '@/contract/field'
import type { Row } from '@/contract/resource'
import {
  materialInspectionLifecycle,
  getReleaseProblem,
  type InspectionState,
} from '@/areas/incoming/rules/material-inspection'
import { materialInspection, readingsField, recordedFields, startFields } from './material-inspection'

/**
 * Fields that only the server can determine: from the lot's material, the standard in force and the supplier's
 * history.
 */
const serverFields = [
  'number',
  'materialId',
  'supplier',
  'lotSize',
  'standardId',
  'standardCode',
  'standardRevision',
  'sampling',
  'level',
  'aql',
  'severity',
  'discontinued',
  'original',
  'codeLetter',
  'sampleSize',
  'acceptNumber',
  'rejectNumber',
  'nonconforming',
  'items',
  'result',
  'extra',
  'inspectedOn',
] as const
const reasonField = note({ required: true, max: 1000 })

/**
 * 开始检验: starts the inspection of a lot by the named standard, else by the standard in force for its material. Readings
 * may be included.
 */
export const startInspection = defineCommand(materialInspection, materialInspectionLifecycle, 'start', {
  routes: 'POST /quality/check_material',
  serverFields,
  creates: true,
  writes: [...getFieldNames(startFields), ...getFieldNames(recordedFields)],
  input: { standardCode: text({ max: 40 }), readings: readingsField },
  apply: (_row, _input, { at, personId }) => ({ startedAt: at, inspectedBy: personId }),
})
/** 记录: records counts and readings, which are judged at once. Repeatable until the decision. */
export const recordInspection = defineCommand(materialInspection, materialInspectionLifecycle, 'record', {
  routes: 'PUT /quality/check_material',
  serverFields: ['extra'],
  writes: ['lotSize', ...getFieldNames(recordedFields)],
  input: { readings: readingsField },
  getNotBefore: (row) => row.startedAt,
  apply: (_row, _input, { personId }) => ({ inspectedBy: personId }),
})
type DecisionRow = Pick<Row<typeof materialInspection>, 'state' | 'decidedBy'>
/** True if the same person has made the same decision already; repeating it is a no-op. */
const isSameDecision = (decidedState: InspectionState) => (row: DecisionRow, personId: string) =>
  row.state === decidedState && row.decidedBy === personId
const decisionOptions = {
  offline: false,
  individualOnly: true,
  getNotBefore: (row: { startedAt: string | null }) => row.startedAt,
} as const
/** 放行: the lot passed and may be fed. */
export const releaseInspection = defineCommand(materialInspection, materialInspectionLifecycle, 'release', {
  ...decisionOptions,
  routes: 'POST /plant/check_material_release',
  input: { reason: note({ max: 1000 }) },
  forbiddenReason: getReleaseProblem,
  isDone: isSameDecision('released'),
  apply: (_row, _input, { at, personId }) => ({ decidedBy: personId, decidedAt: at }),
})
/** 让步接收: the lot may be fed although it did not pass or its inspection is not finished. */
export const concedeInspection = defineCommand(materialInspection, materialInspectionLifecycle, 'concede', {
  ...decisionOptions,
  routes: 'POST /plant/check_material_concession',
  input: { reason: reasonField },
  isDone: isSameDecision('concession'),
  apply: (_row, _input, { at, personId }) => ({ decidedBy: personId, decidedAt: at }),
})
/** 拒收: the lot cannot be fed. */
export const rejectInspection = defineCommand(materialInspection, materialInspectionLifecycle, 'reject', {
  ...decisionOptions,
  routes: 'POST /plant/check_material_reject',
  input: { reason: reasonField },
  isDone: isSameDecision('rejected'),
  apply: (_row, _input, { at, personId }) => ({ decidedBy: personId, decidedAt: at }),
})
/** 撤销判定: revokes the decision; the lot returns to quarantine. */
export const reopenInspection = defineCommand(materialInspection, materialInspectionLifecycle, 'reopen', {
  ...decisionOptions,
  routes: 'POST /plant/check_material_reopen',
  input: { reason: reasonField },
  getNotBefore: (row) => row.decidedAt,
  apply: () => ({ decidedBy: null, decidedAt: null }),
})
/** 供应商质保书: attaches the supplier's certificate to the lot. */
export const attachCertificate = defineCommand(materialInspection, null, 'attachCoa', {
  routes: 'POST /quality/cm_coa',
  access: ['rawMaterialInspectionAdd', 'rawMaterialInspectionEdit'],
  offline: false,
  input: { documents: file({ required: true, max: 9 }) },
})
export const decisionCommands = [releaseInspection, concedeInspection, rejectInspection] as const
export const inspectionCommands = [
  startInspection,
  recordInspection,
  ...decisionCommands,
  reopenInspection,
  attachCertificate,
] as const
