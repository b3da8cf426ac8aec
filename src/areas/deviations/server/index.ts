import { defineServer, handle } from '@/server/area'
import { deviationsContract } from '../contract'
import { abnormityNames, abnormitySheet } from '../contract/abnormity-calls'
import { abnormityHandlers, remindOverdue } from './abnormity'
import { names, sheet } from './abnormity-reads'
import { feedbackHandlers } from './material-feedback'

export const deviationsServer = defineServer(deviationsContract, {
  handlers: [...abnormityHandlers, handle(abnormityNames, names), handle(abnormitySheet, sheet), ...feedbackHandlers],
  jobs: [{ name: 'abnormities-overdue', everySeconds: 1800, run: remindOverdue }],
})
