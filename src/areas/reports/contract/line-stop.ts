import { defineEndpoint, many, one } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, rowOf } from '@/contract/resource'

const area = 'reports'
export const stopClasses = ['planned', 'unplanned'] as const
const at = moment({ readonly: true })

/** 停机原因: the tree of reasons in both languages; a reason that was used can only be switched off. */
export const stopReason = defineResource('stopReason', {
  area,
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    class: choice(stopClasses, { required: true }),
    parentId: reference('stopReason'),
    sortOrder: integer({ min: 0, max: 9999 }),
    active: flag({ default: true }),
  },
  title: ['name'],
  english: { name: 'nameEn' },
  unique: [['code']],
  filters: ['class', 'parentId', 'active'],
  search: ['code', 'name'],
  sort: 'sortOrder',
  offline: true,
  routes: { list: 'GET /production/stop_reason', create: 'POST /production/stop_reason', update: 'PUT /production/stop_reason', remove: 'DELETE /production/stop_reason' },
  keys: { view: 'signedIn', add: 'shutdownAnalysisEdit', edit: 'shutdownAnalysisEdit', delete: 'shutdownAnalysisEdit' },
})

/** 停机: the time a line stood: found from its speed, opened by a repair, or entered. Never left open silently. */
export const lineStop = defineResource('lineStop', {
  area,
  fields: {
    lineId: reference('line', { required: true }),
    startedAt: moment({ required: true }),
    endedAt: moment(),
    reasonId: reference('stopReason'),
    note: note({ max: 1000 }),
    source: choice(['repair', 'speed', 'person'], { readonly: true, default: 'person' }),
    equipmentId: reference('equipment', { readonly: true }),
    repairId: reference('repair', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    businessDate: day({ readonly: true }),
    shift: text({ readonly: true, max: 40 }),
    team: text({ readonly: true, max: 40 }),
    explainedBy: reference('user', { readonly: true }),
    explainedAt: at,
    // How often somebody was asked for the reason.
    chased: integer({ readonly: true, default: 0 }),
    closedBy: choice(['speed', 'production', 'repair', 'person'], { readonly: true }),
  },
  title: ['lineId', 'startedAt'],
  filters: ['lineId', 'reasonId', 'source', 'equipmentId', 'repairId', 'workOrderId', 'startedAt', 'endedAt', 'businessDate', 'shift', 'team'],
  search: ['note'],
  sort: '-startedAt',
  offline: true,
  routes: { list: ['GET /production/stop_record', 'GET /repair/stops'], create: 'POST /production/stop_record', remove: 'DELETE /production/stop_record', export: 'GET /production/stop_record_excel' },
  keys: { view: ['shutdownAnalysisView', 'repairView', 'rollInteractiveView'], add: 'shutdownAnalysisEdit', delete: 'shutdownAnalysisEdit', export: 'shutdownAnalysisExport' },
})
/** Says why a line stood, from when to when; who is at the line may, too. */
export const explainStop = defineEndpoint('lineStop.explain', {
  area, routes: 'PUT /production/stop_record', access: ['shutdownAnalysisEdit', 'rollInteractiveEdit'], effect: 'write', partial: true, offline: { entity: 'lineStop', id: 'id', schema: 1 },
  input: { id: reference('lineStop', { required: true }), version: integer({ min: 1 }), reasonId: reference('stopReason'), startedAt: moment(), endedAt: moment(), note: note({ max: 1000 }) }, output: rowOf(lineStop),
})

const hours = amount({ unit: 'h', required: true })
const figures = {
  stops: integer({ required: true }), unplanned: integer({ required: true }), mtbfHours: amount({ unit: 'h' }), mttrHours: amount({ unit: 'h' }), plannedHours: hours, unplannedHours: hours, unknownHours: hours, availabilityPercent: amount({ unit: '%' }),
} as const
/** Pareto, MTBF, MTTR and availability of stops, by line and team, and their trend; `rules/stop-analysis`. */
export const stopAnalysis = defineEndpoint('lineStop.analyse', {
  area, routes: 'GET /production/stop_analyse', access: 'shutdownAnalysisView', effect: 'read', input: { from: day(), to: day(), lineId: reference('line'), team: text({ max: 40 }) },
  output: one({
    from: day({ required: true }), to: day({ required: true }), ...figures,
    pareto: list({ reasonId: reference('stopReason'), label: text({ required: true }), class: choice(['planned', 'unplanned', 'unknown'], { required: true }), count: integer({ required: true }), hours, percent: amount({ unit: '%', required: true }), cumulative: amount({ unit: '%', required: true }) }),
    lines: list({ lineId: reference('line', { required: true }), ...figures }),
    teams: list({ team: text({ max: 40 }), stops: integer({ required: true }), hours }),
    trend: list({ from: day({ required: true }), to: day({ required: true }), plannedHours: hours, unplannedHours: hours, unknownHours: hours, stops: integer({ required: true }) }),
  }),
})
/** Speeds of lines, as a gateway sends them: a batch, any order, repeats harmless. Stops are found from them. */
export const sendSpeeds = defineEndpoint('lineSpeed.send', {
  area, routes: 'POST /telemetry/speed', access: 'shutdownAnalysisEdit', effect: 'own',
  input: { readings: list({ line: text({ required: true, max: 40 }), at: moment({ required: true }), speed: amount({ unit: 'm/min', digits: 2, required: true, min: 0 }) }, { required: true, max: 5000 }) },
  output: one({ stored: integer({ required: true }), repeated: integer({ required: true }), unknown: list({ line: text({ required: true, max: 40 }) }) }),
})
/** Speed of a line over time, averaged to at most 500 points. */
export const speedCurve = defineEndpoint('lineSpeed.curve', { area, routes: 'GET /telemetry/speed', access: ['shutdownAnalysisView', 'rollInteractiveView'], effect: 'read', input: { lineId: reference('line', { required: true }), from: moment(), to: moment() }, output: many({ at: moment({ required: true }), speed: amount({ unit: 'm/min', required: true }), least: amount({ unit: 'm/min', required: true }) }) })
export const stopCalls = [explainStop, stopAnalysis, sendSpeeds, speedCurve] as const
