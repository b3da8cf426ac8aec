import { defineServer } from '@/server/area'
import { handleReport } from '@/plant/server/report/handle-report'
import { overviewContract } from '../contract'
import { plantStatisticsReport } from '../contract/metric-endpoints'
import { describeUncountedDays, listOrderCompletion, loadStatistics } from './statistics'
import * as dashboards from './dashboards'
import { metricHandlers } from './metric-handlers'
import { loadGlance } from './glance'
import { loadLineBands } from './line-bands'
import { loadPlantLosses } from './losses'
import { loadMetricCourse } from './metric-course'
import * as halls from './halls'
import { lineKeyHandlers, listLineStatus } from './line-status-handlers'
import * as lineWindow from './line-window'
import { loadMachineSituation } from './machines'
import * as parameters from './parameters'

export const overviewServer = defineServer(overviewContract, {
  handlers: [
    loadGlance,
    loadMetricCourse,
    loadLineBands,
    loadPlantLosses,
    loadMachineSituation,
    ...metricHandlers,
    ...handleReport(plantStatisticsReport, loadStatistics, { describe: describeUncountedDays }),
    listOrderCompletion,
    listLineStatus,
    ...lineKeyHandlers,
    lineWindow.loadLineWindow,
    lineWindow.storeLineWindow,
    halls.listHallClimate,
    halls.loadHallClimateHistory,
    parameters.listLineParameters,
    parameters.loadLineParameterHistory,
    dashboards.listDashboards,
    dashboards.addDashboard,
    dashboards.editDashboard,
    dashboards.removeDashboard,
    dashboards.storeDashboardGrid,
  ],
})
