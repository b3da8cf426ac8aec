import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, list, moment, reference, text } from '@/contract/field'

/** Whether what was measured keeps its limits; nothing was measured, or nothing is asked. */
export const parameterVerdicts = ['ok', 'notOk', 'unknown'] as const
const value = amount({ unit: '' })
/**
 * The process of a roll: what its order's standard asks for, and what was measured on its line last before it came off. By the
 * id of the jumbo, or the number on the label of it or of a roll cut from it.
 */
export const tracedParameters = defineEndpoint('processInspection1.traced', {
  area: 'quality',
  routes: 'GET /quality/crafts',
  access: ['qualityTrackingView', 'productionInspectionView'],
  effect: 'read',
  input: { id: reference('jumboRoll'), number: text({ max: 120 }) },
  output: objectOutput({
    jumboRollId: reference('jumboRoll', { required: true }),
    number: text({ required: true, max: 120 }),
    lineId: reference('line', { required: true }),
    workOrderId: reference('workOrder', { required: true }),
    processStandardId: reference('processStandard'),
    standard: text({ max: 60 }),
    startedAt: moment({ required: true }),
    doffedAt: moment(),
    measuredAt: moment(),
    speed: amount({ unit: 'm/min' }),
    parameters: list(
      {
        key: text({ required: true, max: 40 }),
        label: text({ required: true }),
        unit: text({ max: 20 }),
        low: value,
        target: value,
        high: value,
        actual: value,
        verdict: choice(parameterVerdicts, { required: true }),
      },
      { max: 200 },
    ),
  }),
})
