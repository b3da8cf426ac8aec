import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { listenTo } from '@/server/events'
import { sheetsMissing } from '@/plant/server/day-events'
import { pricesChanged } from '@/plant/server/events'
import { energyContract } from '../contract'
import * as calls from '../contract/analysis-calls'
import { checkHours, checkSheets, energyCurve } from '../contract/curve-calls'
import { energyAbnormal } from '../contract/energy-abnormal'
import { gasAlarm, setGasAlarm, setWaterAlarm, waterAlarm } from '../contract/energy-alarm'
import { baselineSavings, fitBaseline } from '../contract/energy-baseline'
import { electricBill, electricBillCheck } from '../contract/electric-bill'
import { energyMeter } from '../contract/energy-meter'
import { energyMonth } from '../contract/energy-month'
import { energyAbnormalLife } from '../rules/abnormal-case'
import { abnormalHandlers, findAbnormal } from './abnormal'
import { listCases } from './abnormal-list'
import { readAlarm, watchLimits, writeAlarm } from './alarms'
import { analyse } from './analysis'
import { fit, saved } from './baselines'
import { addBill, changeBill, checkBill } from './bills'
import { countDays, lookAgain } from './count-day'
import { curve } from './curve'
import { addMeter, changeMeter, importMeters } from './meters'
import { addMonth, changeMonth } from './months'
import { oneDay } from './one-day'
import { hours, numbers, renew, tree } from './places'
import { all, now, rank } from './rankings'
import { sheets } from './sheets'
import { workbook } from './workbook'

export const energyServer = defineServer(energyContract, {
  handlers: [
    handle(energyMeter.endpoints.create, addMeter),
    handle(energyMeter.endpoints.update, changeMeter),
    handle(energyMeter.endpoints.import, importMeters),
    handle(energyMonth.endpoints.create, addMonth),
    handle(energyMonth.endpoints.update, changeMonth),
    handle(electricBill.endpoints.create, addBill),
    handle(electricBill.endpoints.update, changeBill),
    handle(electricBillCheck, checkBill),
    ...abnormalHandlers,
    handle(energyAbnormal.endpoints.list, listCases),
    handle(fitBaseline, fit),
    handle(baselineSavings, saved),
    handle(waterAlarm, readAlarm('water')),
    handle(gasAlarm, readAlarm('gas')),
    handle(setWaterAlarm, writeAlarm('water')),
    handle(setGasAlarm, writeAlarm('gas')),
    handle(calls.energyTree, tree),
    handle(calls.energyAnalysis, analyse),
    handle(calls.energyRanking, rank),
    handle(calls.energyNow, now),
    handle(calls.allEnergy, all),
    handle(calls.energyOneDay, oneDay),
    handle(calls.meterNumbers, numbers),
    handle(calls.renewEnergy, renew),
    handle(calls.energyExport, workbook),
    handle(energyCurve, curve),
    handle(checkHours, hours),
    handle(checkSheets, sheets),
  ],
  jobs: [
    { name: 'energy-days', everySeconds: 10, run: countDays },
    { name: 'energy-abnormal', everySeconds: 300, run: findAbnormal },
    { name: 'energy-limits', everySeconds: 60, run: watchLimits },
  ],
  listeners: [listenTo(pricesChanged, lookAgain)],
  questions: [sheetsMissing],
  shiftPack: [
    {
      resource: 'energyAbnormal',
      where: `state = '${energyAbnormalLife.initial}' or ${CHANGED_RECENTLY_SQL}`,
      keys: ['energyAnalysisEdit'],
    },
  ],
})
