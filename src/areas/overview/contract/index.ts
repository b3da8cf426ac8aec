import { defineArea } from '@/contract/area'
import { dashboardContainer, keepGrid } from './dashboard-container'
import { figureEndpoints, orderCompletion, statistics, statisticsSheet } from './figure-calls'
import { glanceNow, machineSituation } from './glance-calls'
import { lineCalls, lineWindow } from './line-calls'

/** Contract of the overview area: home, statistics, performance, own dashboards, live state of lines and halls. */
export const overviewContract = defineArea({
  name: 'overview',
  pages: ['dashboard', 'statistics', 'processParameters', 'performance', 'deviceSituation', 'lineStatus'],
  resources: [dashboardContainer, lineWindow],
  endpoints: [
    glanceNow,
    machineSituation,
    ...figureEndpoints,
    statistics,
    statisticsSheet,
    orderCompletion,
    ...lineCalls,
    keepGrid,
  ],
})
