import { defineArea } from '@/contract/area'
import { abnormityLifecycle as abnormityMachine } from '@/areas/deviations/rules/abnormity'
import { materialFeedbackLifecycle as feedbackMachine } from '@/areas/deviations/rules/material-feedback'
import { abnormity } from './abnormity'
import { abnormityEndpoints } from './abnormity-endpoints'
import { feedbackEndpoints, materialFeedback } from './material-feedback'

/** Deviations area: abnormities, complaints, and feedback on material. */
export const deviationsContract = defineArea({
  name: 'deviations',
  resources: [abnormity, materialFeedback],
  endpoints: [...abnormityEndpoints, ...feedbackEndpoints],
  lifecycles: [abnormityMachine, feedbackMachine],
})
