import { defineServer, type ShiftPackPart } from '@/server/area'
import { options } from '@/server/sql'
import { plantContract } from '../contract'
import { line } from '../contract/line'
import { lineStop } from '../contract/line-stop'
import { plantSetting } from '../contract/plant-setting'
import { remindAboutStops } from './remind-about-stops'
import { requestReopening, closePlantMonth, closedMonthGuard, keepPlantMonthClosed, reopenPlantMonth } from './months'
import { plantEvents, plantQuestions } from './events'
import {
  createPlantArea,
  createLine,
  updatePlantArea,
  updateLine,
  importLines,
  removePlantArea,
  removeLine,
} from './places'
import { createRotation, removeRotation } from './rotation'
import { seedStopReasons } from './seed-stop-reasons'
import { showPlantBrand, storePlantBrand } from './plant-brand'
import { storePlantSetting } from './set-plant-setting'
import { loadSpeedCurve, deleteOldSpeeds, receiveSpeeds } from './line-speeds'
import { createStopReason, updateStopReason, removeStopReason } from './stop-reasons'
import { createStop, explainStopHandler, removeStop } from './stops'

/** Permissions of people who walk the plant with a phone and choose machines, lines and halls. */
const MOBILE_PERMISSIONS = [
  'equipmentLedgerView',
  'repairView',
  'pollingView',
  'equipmentRecordView',
  'teamCheckView',
  'meterInquiryView',
] as const
const LINE_PERMISSIONS = ['shutdownAnalysisView', 'rollInteractiveView', 'divideInteractiveView'] as const
/** Permissions of people who work in shifts. */
const SHIFT_WORK_PERMISSIONS = [
  'pollingWork',
  'pollingView',
  'repairView',
  'jobHandoverView',
  'rollInteractiveView',
  'divideInteractiveView',
  'rawMaterialView',
] as const

/** Rows of the plant that phones store for their shift, and who gets them. */
const shiftPack: ShiftPackPart[] = [
  // Everybody may work at a line.
  { resource: 'line', access: line.endpoints.list.access },
  { resource: 'plantArea', access: MOBILE_PERMISSIONS },
  { resource: 'plantSetting', access: plantSetting.endpoints.list.access },
  { resource: 'shiftRotation', access: SHIFT_WORK_PERMISSIONS },
  { resource: 'stopReason', access: LINE_PERMISSIONS },
  {
    resource: 'lineStop',
    where: `state = ${options(lineStop.fields.state, 'standing')} or started_at > now() - interval '2 days' or (state = ${options(lineStop.fields.state, 'toExplain')} and started_at > now() - interval '7 days')`,
    access: LINE_PERMISSIONS,
  },
]

/** Server of the plant itself: handlers, jobs, events and the plant's part of the shift pack. */
export const plantServer = defineServer(plantContract, {
  handlers: [
    createLine,
    updateLine,
    importLines,
    removeLine,
    createPlantArea,
    updatePlantArea,
    removePlantArea,
    storePlantSetting,
    storePlantBrand,
    showPlantBrand,
    closePlantMonth,
    requestReopening,
    reopenPlantMonth,
    keepPlantMonthClosed,
    createRotation,
    removeRotation,
    createStopReason,
    updateStopReason,
    removeStopReason,
    createStop,
    removeStop,
    explainStopHandler,
    receiveSpeeds,
    loadSpeedCurve,
  ],
  monthGuard: closedMonthGuard,
  events: plantEvents,
  questions: plantQuestions,
  jobs: [
    { name: 'stops-chase', everySeconds: 120, run: remindAboutStops },
    { name: 'speeds-forget', everySeconds: 3600, run: deleteOldSpeeds },
  ],
  seed: seedStopReasons,
  shiftPack,
})
