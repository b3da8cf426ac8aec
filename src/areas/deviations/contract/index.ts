import { defineArea } from '@/contract/area'
import { abnormityLifecycle } from '@/areas/deviations/rules/abnormity'
import { materialFeedbackLifecycle } from '@/areas/deviations/rules/material-feedback'
import { abnormity } from './abnormity'
import { abnormityEndpoints } from './abnormity-commands'
import { feedbackEndpoints, materialFeedback } from './material-feedback'

/** Deviations area: abnormities, complaints, and feedback on material. */
export const deviationsContract = defineArea({
  name: 'deviations',
  resources: [abnormity, materialFeedback],
  endpoints: [...abnormityEndpoints, ...feedbackEndpoints],
  lifecycles: [abnormityLifecycle, materialFeedbackLifecycle],
})
