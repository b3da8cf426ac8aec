import { defineArea } from '@/contract/area'
import { getReportEndpoints } from '@/contract/report'
import { dashboardContainer, storeGrid } from './dashboard-container'
import { metricEndpointList, orderCompletion, plantStatisticsReport } from './metric-endpoints'
import { lineBands, metricCourse, plantLosses } from './course-endpoints'
import { glanceNow, machineSituation } from './glance-endpoints'
import { lineEndpoints, lineWindow } from './line-endpoints'

/** Contract of the overview area: home, statistics, performance, own dashboards, live state of lines and halls. */
export const overviewContract = defineArea({
  name: 'overview',
  pages: ['dashboard', 'statistics', 'processParameters', 'performance', 'deviceSituation', 'lineStatus'],
  resources: [dashboardContainer, lineWindow],
  endpoints: [
    glanceNow,
    metricCourse,
    lineBands,
    plantLosses,
    machineSituation,
    ...metricEndpointList,
    ...getReportEndpoints(plantStatisticsReport),
    orderCompletion,
    ...lineEndpoints,
    storeGrid,
  ],
})
