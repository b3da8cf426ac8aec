import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { choice, integer, list } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { boardItems } from '../rules/board-items'

const area = 'boards'
export const slideSubjects = ['line', 'team'] as const
/** How long a chart is displayed if the plant has not set another duration. */
export const DEFAULT_SLIDE_SECONDS = 12
const slideshowFields = {
  seconds: integer({ unit: 's', min: 5, max: 600, required: true, default: DEFAULT_SLIDE_SECONDS }),
  slides: list(
    {
      item: choice(boardItems, { required: true, restrictedOptions: restrictedCostMetrics }),
      by: choice(slideSubjects, { required: true }),
    },
    { max: 30 },
  ),
} as const
/** 数据演示: the charts of the slide show. One row per plant. */
export const demonstration = defineResource('demonstration', {
  area,
  fields: { of: choice(['plant'], { required: true, readonly: true }), ...slideshowFields },
  title: ['of'],
  unique: [['of']],
  sort: 'of',
})
/** 数据演示: reads the charts of the slide show and how long each is displayed. */
export const readDemonstration = defineEndpoint('demonstration.read', {
  area,
  routes: 'GET /plant/demonstration',
  access: 'dataDemonstrationView',
  effect: 'read',
  output: objectOutput(slideshowFields),
})
/** Sets the charts of the slide show. */
export const setDemonstration = defineEndpoint('demonstration.set', {
  area,
  routes: 'PUT /plant/demonstration',
  access: 'dataDemonstrationEdit',
  effect: 'write',
  input: slideshowFields,
  output: objectOutput(slideshowFields),
})
