import { defineArea } from '@/contract/area'
import { abnormity as abnormityMachine } from '@/areas/deviations/rules/abnormity'
import { materialFeedback as feedbackMachine } from '@/areas/deviations/rules/material-feedback'
import { abnormity } from './abnormity'
import { abnormityCalls } from './abnormity-calls'
import { feedbackCalls, materialFeedback } from './material-feedback'

/** Deviations area: abnormities, complaints, and feedback on material. */
export const deviationsContract = defineArea({
  name: 'deviations',
  resources: [abnormity, materialFeedback],
  endpoints: [...abnormityCalls, ...feedbackCalls],
  lifecycles: [abnormityMachine, feedbackMachine],
})
