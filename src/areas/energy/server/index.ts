import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { listenTo } from '@/server/events'
import { energyEvents, energyQuestions } from './events'
import { pricesChanged } from '@/areas/prices/server/events'
import { handleReport } from '@/plant/server/report/handle-report'
import { energyContract } from '../contract'
import * as analysisEndpoints from '../contract/analysis-endpoints'
import { checkMeterHours, checkShiftRecords, energyCurve } from '../contract/curve-endpoints'
import { energyAbnormal } from '../contract/energy-abnormal'
import { gasAlarm, setGasAlarm, setWaterAlarm, waterAlarm } from '../contract/energy-alarm'
import { baselineSavings, fitBaseline } from '../contract/energy-baseline'
import { electricBill, electricBillCheck } from '../contract/electric-bill'
import { energyMeter } from '../contract/energy-meter'
import { energyMonth } from '../contract/energy-month'
import { energyAnalysisReport } from '../contract/energy-reports'
import { energyAbnormalLifecycle } from '../rules/abnormal-case'
import { abnormalHandlers, findAbnormalUse } from './find-abnormal-use'
import { listAbnormalCases } from './abnormal-cases'
import { createAlarmReader, checkLimits, createAlarmWriter } from './alarms'
import { describeDataGaps, loadEnergyAnalysis } from './energy-analysis'
import { createBaseline, calculateBaselineSavings } from './baselines'
import { addBill, updateBill, checkBill } from './bills'
import { recalculateDueEnergyDays, invalidateEnergyDays } from './recalculate-energy-days'
import { loadEnergyCurve } from './load-energy-curve'
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
    handle(energyMeter.endpoints.create, addEnergyMeter),
    handle(energyMeter.endpoints.update, changeEnergyMeter),
    handle(energyMeter.endpoints.import, importEnergyMeters),
    handle(energyMonth.endpoints.create, addMonthAnalysis),
    handle(energyMonth.endpoints.update, changeMonthAnalysis),
    handle(electricBill.endpoints.create, addBill),
    handle(electricBill.endpoints.update, updateBill),
    handle(electricBillCheck, checkBill),
    ...abnormalHandlers,
    handle(energyAbnormal.endpoints.list, listAbnormalCases),
    handle(fitBaseline, createBaseline),
    handle(baselineSavings, calculateBaselineSavings),
    handle(waterAlarm, createAlarmReader('water')),
    handle(gasAlarm, createAlarmReader('gas')),
    handle(setWaterAlarm, createAlarmWriter('water')),
    handle(setGasAlarm, createAlarmWriter('gas')),
    handle(analysisEndpoints.energyTree, loadEnergyTree),
    ...handleReport(energyAnalysisReport, loadEnergyAnalysis, { describe: describeDataGaps }),
    handle(analysisEndpoints.energyRanking, rankProducts),
    handle(analysisEndpoints.energyNow, loadEnergyNow),
    handle(analysisEndpoints.allEnergy, loadEnergyTotals),
    handle(analysisEndpoints.energyOneDay, loadEnergyDay),
    handle(analysisEndpoints.meterCounts, countMeters),
    handle(analysisEndpoints.recalculateEnergy, recalculateEnergyDays),
    handle(energyCurve, loadEnergyCurve),
    handle(checkMeterHours, listMeterGaps),
    handle(checkShiftRecords, listMissingRecords),
  ],
  jobs: [
    { name: 'energy-days', everySeconds: 10, run: recalculateDueEnergyDays },
    { name: 'energy-abnormal', everySeconds: 300, run: findAbnormalUse },
    { name: 'energy-limits', everySeconds: 60, run: checkLimits },
  ],
  listeners: [listenTo(pricesChanged, invalidateEnergyDays)],
  // Cases that phones store for work without a network.
  shiftPack: [
    {
      resource: 'energyAbnormal',
      where: `state = '${energyAbnormalLifecycle.initial}' or ${CHANGED_RECENTLY_SQL}`,
      keys: ['energyAnalysisEdit'],
    },
  ],
})
