import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { listenTo } from '@/server/events'
import { energyEvents, energyQuestions } from './events'
import { pricesChanged } from '@/areas/prices/server/events'
import { handleReport } from '@/plant/server/report/handle-report'
import { energyContract } from '../contract'
import { gasAlarm, setGasAlarm, setWaterAlarm, waterAlarm } from '../contract/energy-alarm'
import { energyAnalysisReport } from '../contract/energy-reports'
import { energyAbnormalLifecycle } from '../rules/abnormal-case'
import { abnormalHandlers, checkFinishedHours } from './find-abnormal-use'
import { listAbnormalCases } from './abnormal-cases'
import { createAlarmReader, checkLimits, createAlarmWriter } from './alarms'
import { describeDataGaps, loadEnergyAnalysis } from './energy-analysis'
import { createBaseline, calculateBaselineSavings } from './baselines'
import { addBill, updateBill, checkBill } from './bills'
import { recalculateDueEnergyDays, invalidateEnergyDays } from './recalculate-energy-days'
import { loadEnergyCurve } from './load-energy-curve'
import { loadEnergyHours } from './load-energy-day'
import { addEnergyMeter, changeEnergyMeter, importEnergyMeters } from './meters'
import { addMonthAnalysis, changeMonthAnalysis } from './month-analyses'
import { loadEnergyDay } from './load-energy-day'
import { listMeterGaps, countMeters, recalculateEnergyDays, loadEnergyTree } from './meter-reports'
import { loadEnergyTotals, loadEnergyNow, rankProducts } from './energy-reports'
import { listMissingRecords } from './list-missing-records'

export const energyServer = defineServer(energyContract, {
  events: energyEvents,
  questions: energyQuestions,
  handlers: [
    addEnergyMeter,
    changeEnergyMeter,
    importEnergyMeters,
    addMonthAnalysis,
    changeMonthAnalysis,
    addBill,
    updateBill,
    checkBill,
    ...abnormalHandlers,
    listAbnormalCases,
    createBaseline,
    calculateBaselineSavings,
    handle(waterAlarm, createAlarmReader('water')),
    handle(gasAlarm, createAlarmReader('gas')),
    handle(setWaterAlarm, createAlarmWriter('water')),
    handle(setGasAlarm, createAlarmWriter('gas')),
    loadEnergyTree,
    ...handleReport(energyAnalysisReport, loadEnergyAnalysis, { describe: describeDataGaps }),
    rankProducts,
    loadEnergyNow,
    loadEnergyTotals,
    loadEnergyDay,
    countMeters,
    recalculateEnergyDays,
    loadEnergyCurve,
    loadEnergyHours,
    listMeterGaps,
    listMissingRecords,
  ],
  jobs: [
    { name: 'energy-days', everySeconds: 10, run: recalculateDueEnergyDays },
    { name: 'energy-abnormal', everySeconds: 300, run: checkFinishedHours },
    { name: 'energy-limits', everySeconds: 60, run: checkLimits },
  ],
  listeners: [listenTo(pricesChanged, invalidateEnergyDays)],
  // Cases that phones store for work without a network.
  shiftPack: [
    {
      resource: 'energyAbnormal',
      where: `state = '${energyAbnormalLifecycle.initial}' or ${CHANGED_RECENTLY_SQL}`,
      access: ['energyAnalysisEdit'],
    },
  ],
})
