import { defineArea } from '@/contract/area'
import { getReportEndpoints } from '@/contract/report'
import { energyAbnormalLifecycle } from '../rules/abnormal-case'
import { energyAnalysisEndpoints } from './analysis-endpoints'
import { energyCurveEndpoints } from './curve-endpoints'
import { electricBill, electricBillCheck } from './electric-bill'
import { explainAbnormal, energyAbnormal } from './energy-abnormal'
import { energyAlarmEndpoints, energyAlarm, energyAlarmSent } from './energy-alarm'
import { baselineSavings, energyBaseline, fitBaseline } from './energy-baseline'
import { energyItem, energyMeter } from './energy-meter'
import { energyMonth } from './energy-month'
import { energyAnalysisReport } from './energy-reports'
import { energyDay, energyMeterDay, energyMeterMonth, energyUse } from './energy-use'

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
    ...energyAnalysisEndpoints,
    ...getReportEndpoints(energyAnalysisReport),
    ...energyCurveEndpoints,
    explainAbnormal,
    fitBaseline,
    baselineSavings,
    electricBillCheck,
    ...energyAlarmEndpoints,
  ],
  lifecycles: [energyAbnormalLifecycle],
})
