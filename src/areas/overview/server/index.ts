import { defineServer, handle } from '@/server/area'
import { handleReport } from '@/plant/server/report/handle-report'
import { overviewContract } from '../contract'
import { dashboardContainer, storeGrid } from '../contract/dashboard-container'
import { orderCompletion, plantStatisticsReport } from '../contract/metric-endpoints'
import { glanceNow, machineSituation } from '../contract/glance-endpoints'
import {
  hallsCourse,
  hallsNow,
  lineStatus,
  parametersCourse,
  parametersNow,
  setWindow,
  showWindow,
} from '../contract/line-endpoints'
import { describeUncountedDays, listOrderCompletion, loadStatistics } from './statistics'
import * as dashboards from './dashboards'
import { metricHandlers } from './metric-handlers'
import { loadGlance } from './glance'
import * as halls from './halls'
import { lineKeyHandlers, listLineStatus } from './line-status'
import * as lineWindow from './line-window'
import { loadMachineSituation } from './machines'
import * as parameters from './parameters'

export const overviewServer = defineServer(overviewContract, {
  handlers: [
    handle(glanceNow, loadGlance),
    handle(machineSituation, loadMachineSituation),
    ...metricHandlers,
    ...handleReport(plantStatisticsReport, loadStatistics, { describe: describeUncountedDays }),
    handle(orderCompletion, listOrderCompletion),
    handle(lineStatus, listLineStatus),
    ...lineKeyHandlers,
    handle(showWindow, lineWindow.loadLineWindow),
    handle(setWindow, lineWindow.storeLineWindow),
    handle(hallsNow, halls.listHallClimate),
    handle(hallsCourse, halls.loadHallCourse),
    handle(parametersNow, parameters.listLineParameters),
    handle(parametersCourse, parameters.loadParameterCourse),
    handle(dashboardContainer.endpoints.list, dashboards.listDashboards),
    handle(dashboardContainer.endpoints.create, dashboards.addDashboard),
    handle(dashboardContainer.endpoints.update, dashboards.editDashboard),
    handle(dashboardContainer.endpoints.remove, dashboards.removeDashboard),
    handle(storeGrid, dashboards.storeDashboardGrid),
  ],
})
