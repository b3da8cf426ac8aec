import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { listenTo } from '@/server/events'
import { sheetsMissing } from '@/plant/server/day-events'
import { pricesChanged } from '@/plant/server/events'
import { energyContract } from '../contract'
import * as calls from '../contract/analysis-endpoints'
import { checkMeterHours, checkShiftRecords, energyCurve } from '../contract/curve-endpoints'
import { energyAbnormal } from '../contract/energy-abnormal'
import { gasAlarm, setGasAlarm, setWaterAlarm, waterAlarm } from '../contract/energy-alarm'
import { baselineSavings, fitBaseline } from '../contract/energy-baseline'
import { electricBill, electricBillCheck } from '../contract/electric-bill'
import { energyMeter } from '../contract/energy-meter'
import { energyMonth } from '../contract/energy-month'
import { energyAbnormalLifecycle } from '../rules/abnormal-case'
import { abnormalHandlers, findAbnormalUse } from './find-abnormal-use'
import { listAbnormalCases } from './list-abnormal-cases'
import { createAlarmReader, watchLimits, createAlarmWriter } from './alarms'
import { loadEnergyAnalysis } from './energy-analysis'
import { createBaseline, calculateBaselineSavings } from './baselines'
import { addBill, changeBill, checkBill } from './bills'
import { countEnergyDays, invalidateEnergyDays } from './count-energy-days'
import { loadEnergyCurve } from './load-energy-curve'
import { addEnergyMeter, changeEnergyMeter, importEnergyMeters } from './meters'
import { addMonthAnalysis, changeMonthAnalysis } from './month-analyses'
import { loadEnergyDay } from './load-energy-day'
import { listMeterGaps, countMeters, recalculateEnergyDays, loadEnergyTree } from './meter-reports'
import { loadEnergyTotals, loadEnergyNow, rankProducts } from './energy-reports'
import { listMissingRecords } from './list-missing-records'
import { exportEnergyAnalysis } from './export-energy-analysis'

export const energyServer = defineServer(energyContract, {
  handlers: [
    handle(energyMeter.endpoints.create, addEnergyMeter),
    handle(energyMeter.endpoints.update, changeEnergyMeter),
    handle(energyMeter.endpoints.import, importEnergyMeters),
    handle(energyMonth.endpoints.create, addMonthAnalysis),
    handle(energyMonth.endpoints.update, changeMonthAnalysis),
    handle(electricBill.endpoints.create, addBill),
    handle(electricBill.endpoints.update, changeBill),
    handle(electricBillCheck, checkBill),
    ...abnormalHandlers,
    handle(energyAbnormal.endpoints.list, listAbnormalCases),
    handle(fitBaseline, createBaseline),
    handle(baselineSavings, calculateBaselineSavings),
    handle(waterAlarm, createAlarmReader('water')),
    handle(gasAlarm, createAlarmReader('gas')),
    handle(setWaterAlarm, createAlarmWriter('water')),
    handle(setGasAlarm, createAlarmWriter('gas')),
    handle(calls.energyTree, loadEnergyTree),
    handle(calls.energyAnalysis, loadEnergyAnalysis),
    handle(calls.energyRanking, rankProducts),
    handle(calls.energyNow, loadEnergyNow),
    handle(calls.allEnergy, loadEnergyTotals),
    handle(calls.energyOneDay, loadEnergyDay),
    handle(calls.meterCounts, countMeters),
    handle(calls.recalculateEnergy, recalculateEnergyDays),
    handle(calls.energyExport, exportEnergyAnalysis),
    handle(energyCurve, loadEnergyCurve),
    handle(checkMeterHours, listMeterGaps),
    handle(checkShiftRecords, listMissingRecords),
  ],
  jobs: [
    { name: 'energy-days', everySeconds: 10, run: countEnergyDays },
    { name: 'energy-abnormal', everySeconds: 300, run: findAbnormalUse },
    { name: 'energy-limits', everySeconds: 60, run: watchLimits },
  ],
  listeners: [listenTo(pricesChanged, invalidateEnergyDays)],
  questions: [sheetsMissing],
  shiftPack: [
    {
      resource: 'energyAbnormal',
      where: `state = '${energyAbnormalLifecycle.initial}' or ${CHANGED_RECENTLY_SQL}`,
      keys: ['energyAnalysisEdit'],
    },
  ],
})
