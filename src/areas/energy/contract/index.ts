import { defineArea } from '@/contract/area'
import { energyAbnormalLife } from '../rules/abnormal-case'
import { analysisCalls } from './analysis-calls'
import { curveCalls } from './curve-calls'
import { electricBill, electricBillCheck } from './electric-bill'
import { explainAbnormal, energyAbnormal } from './energy-abnormal'
import { alarmCalls, energyAlarm, energyAlarmSent } from './energy-alarm'
import { baselineSavings, energyBaseline, fitBaseline } from './energy-baseline'
import { energyItem, energyMeter } from './energy-meter'
import { energyMonth } from './energy-month'
import { energyDay, energyMeterDay, energyMeterMonth, energyUse } from './kept-use'

/** Energy area: consumption of electricity, gas, water and other media by place, time and purpose. */
export const energyContract = defineArea({
  name: 'energy',
  pages: ['energyAnalysis', 'energyStatistics', 'electricityAnalysis'],
  resources: [
    energyItem,
    energyMeter,
    energyMeterDay,
    energyMeterMonth,
    energyUse,
    energyDay,
    energyAbnormal,
    energyMonth,
    energyBaseline,
    energyAlarm,
    energyAlarmSent,
    electricBill,
  ],
  endpoints: [
    ...analysisCalls,
    ...curveCalls,
    explainAbnormal,
    fitBaseline,
    baselineSavings,
    electricBillCheck,
    ...alarmCalls,
  ],
  lifecycles: [energyAbnormalLife],
})
