import { defineServer, handle } from '@/server/area'
import { overviewContract } from '../contract'
import { dashboardContainer, keepGrid } from '../contract/dashboard-container'
import { orderCompletion, statistics, statisticsSheet } from '../contract/figure-calls'
import { glanceNow, machineSituation } from '../contract/glance-calls'
import {
  hallsCourse,
  hallsNow,
  lineStatus,
  parametersCourse,
  parametersNow,
  setWindow,
  showWindow,
} from '../contract/line-calls'
import { completion } from './completion'
import * as dashboards from './dashboards'
import { figureHandlers } from './figures'
import { glance } from './glance'
import * as halls from './halls'
import { keyHandlers, status } from './line-status'
import * as lineWindow from './line-window'
import { situation } from './machines'
import * as parameters from './parameters'
import { answer, workbook } from './statistics'

export const overviewServer = defineServer(overviewContract, {
  handlers: [
    handle(glanceNow, glance),
    handle(machineSituation, situation),
    ...figureHandlers,
    handle(statistics, answer),
    handle(statisticsSheet, workbook),
    handle(orderCompletion, completion),
    handle(lineStatus, status),
    ...keyHandlers,
    handle(showWindow, lineWindow.show),
    handle(setWindow, lineWindow.set),
    handle(hallsNow, halls.now),
    handle(hallsCourse, halls.course),
    handle(parametersNow, parameters.now),
    handle(parametersCourse, parameters.course),
    handle(dashboardContainer.endpoints.list, dashboards.list),
    handle(dashboardContainer.endpoints.create, dashboards.add),
    handle(dashboardContainer.endpoints.update, dashboards.edit),
    handle(dashboardContainer.endpoints.remove, dashboards.remove),
    handle(keepGrid, dashboards.keep),
  ],
})
