import { defineServer, handle } from '@/server/area'
import { deviationsContract } from '../contract'
import { abnormityKindCounts, abnormityReport } from '@/areas/deviations/contract/abnormity-commands'
import { abnormityHandlers, remindOverdueAnswers } from './abnormity-handlers'
import { listAbnormityKinds, exportAbnormityReport } from './abnormity-report'
import { feedbackHandlers } from './material-feedback'

export const deviationsServer = defineServer(deviationsContract, {
  handlers: [
    ...abnormityHandlers,
    handle(abnormityKindCounts, listAbnormityKinds),
    handle(abnormityReport, exportAbnormityReport),
    ...feedbackHandlers,
  ],
  jobs: [{ name: 'abnormities-overdue', everySeconds: 1800, run: remindOverdueAnswers }],
})
