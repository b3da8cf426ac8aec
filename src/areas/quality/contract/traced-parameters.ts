import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, list, moment, reference, text } from '@/contract/field'

/** Verdict of a parameter against its limits; `unknown` if nothing was measured or the parameter has no limits. */
export const parameterVerdicts = ['ok', 'notOk', 'unknown'] as const
const valueField = amount({ unit: '' })
/**
 * Process of a roll: the parameters of its order's standard, and the last values measured on its line before the roll
 * was doffed. The input names the jumbo by its id or number, or a roll slit from the jumbo by its number.
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
        low: valueField,
        target: valueField,
        high: valueField,
        actual: valueField,
        verdict: choice(parameterVerdicts, { required: true }),
      },
      { max: 200 },
    ),
  }),
})
