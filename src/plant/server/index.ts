import { defineServer, handle, type ShiftPackPart } from '@/server/area'
import { options } from '@/server/sql'
import { plantContract } from '../contract'
import { line } from '../contract/line'
import { sendSpeeds, speedCurve } from '../contract/line-speed'
import { lineStop, stopReason } from '../contract/line-stop'
import { plantArea } from '../contract/plant-area'
import { askToReopen, closeMonth, keepMonthClosed, reopenMonth } from '../contract/plant-month'
import { plantSetting, setPlantSetting } from '../contract/plant-setting'
import { shiftRotation } from '../contract/rotation'
import { chaseStops } from './chase-stops'
import { askReopen, close, factGuard, keepClosed, reopen } from './months'
import { events, questions } from './events'
import { addArea, addLine, changeArea, changeLine, importLines, removeArea, removeLine } from './places'
import { addRotation, removeRotation } from './rotation'
import { seedReasons } from './seed'
import { setSetting } from './settings'
import { curve, forgetSpeeds, send } from './speeds'
import { addReason, changeReason, removeReason } from './stop-reasons'
import { enterStop, explain, removeStop } from './stops'

/** Permissions of people who walk the plant with a phone and choose machines, lines and halls. */
const walkers = [
  'equipmentLedgerView',
  'repairView',
  'pollingView',
  'equipmentRecordView',
  'teamCheckView',
  'meterInquiryView',
] as const
const atTheLine = ['shutdownAnalysisView', 'rollInteractiveView', 'divideInteractiveView'] as const
/** Permissions of people who work in shifts. */
const inShifts = [
  'pollingWork',
  'pollingView',
  'repairView',
  'jobHandoverView',
  'rollInteractiveView',
  'divideInteractiveView',
  'rawMaterialView',
] as const

const shiftPack: ShiftPackPart[] = [
  // Everybody may work at a line.
  { resource: 'line', keys: line.endpoints.list.access },
  { resource: 'plantArea', keys: walkers },
  { resource: 'plantSetting', keys: plantSetting.endpoints.list.access },
  { resource: 'shiftRotation', keys: inShifts },
  { resource: 'stopReason', keys: atTheLine },
  {
    resource: 'lineStop',
    where: `state = ${options(lineStop.fields.state, 'standing')} or started_at > now() - interval '2 days' or (state = ${options(lineStop.fields.state, 'toExplain')} and started_at > now() - interval '7 days')`,
    keys: atTheLine,
  },
]

export const plantServer = defineServer(plantContract, {
  handlers: [
    handle(line.endpoints.create, addLine),
    handle(line.endpoints.update, changeLine),
    handle(line.endpoints.import, importLines),
    handle(line.endpoints.remove, removeLine),
    handle(plantArea.endpoints.create, addArea),
    handle(plantArea.endpoints.update, changeArea),
    handle(plantArea.endpoints.remove, removeArea),
    handle(setPlantSetting, setSetting),
    handle(closeMonth, close),
    handle(askToReopen, askReopen),
    handle(reopenMonth, reopen),
    handle(keepMonthClosed, keepClosed),
    handle(shiftRotation.endpoints.create, addRotation),
    handle(shiftRotation.endpoints.remove, removeRotation),
    handle(stopReason.endpoints.create, addReason),
    handle(stopReason.endpoints.update, changeReason),
    handle(stopReason.endpoints.remove, removeReason),
    handle(lineStop.endpoints.create, enterStop),
    handle(lineStop.endpoints.remove, removeStop),
    explain,
    handle(sendSpeeds, send),
    handle(speedCurve, curve),
  ],
  factGuard,
  events,
  asks: questions,
  jobs: [
    { name: 'stops-chase', everySeconds: 120, run: chaseStops },
    { name: 'speeds-forget', everySeconds: 3600, run: forgetSpeeds },
  ],
  seed: seedReasons,
  shiftPack,
})
