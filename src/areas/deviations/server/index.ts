import { defineServer } from '@/server/area'
import { deviationsContract } from '../contract'
import { abnormityHandlers, remindOverdueAnswers } from './abnormity-handlers'
import { listAbnormityKinds, exportAbnormityReport } from './abnormity-report'
import { feedbackHandlers } from './material-feedback'

/** Handlers and jobs of the deviations area. */
export const deviationsServer = defineServer(deviationsContract, {
  handlers: [...abnormityHandlers, listAbnormityKinds, exportAbnormityReport, ...feedbackHandlers],
  jobs: [{ name: 'abnormities-overdue', everySeconds: 1800, run: remindOverdueAnswers }],
})
