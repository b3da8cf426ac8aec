/** Putting a figure right, and counting days anew. */
import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, list, note, reference, text } from '@/contract/field'
import { resourceOutput } from '@/contract/resource'
import { costSumsGuarded, figureCorrection } from '@/areas/figures/contract/figure-correction'
import { sumNames } from '@/areas/figures/rules/sums'
import { shiftTextOptions } from '@/plant/contract/shift-record-fields'
import { altering } from '../rules/altering'
import { area, count } from './sheet-fields'

/** Which sum of which shift. */
const figureInput = {
  businessDate: day({ required: true }),
  shift: text({ ...shiftTextOptions, required: true }),
  lineId: reference('line', { required: true }),
  orderId: reference('workOrder'),
  sum: choice(sumNames, { required: true, guarded: costSumsGuarded }),
} as const
/** What a sum of a shift of a line is now, corrections included: whoever puts it right reads it first. */
export const figureNow = defineEndpoint('sheet.figureNow', {
  area,
  routes: 'GET /sheet/figure_now',
  access: altering,
  effect: 'read',
  input: figureInput,
  output: objectOutput({ value: amount({ unit: '', digits: 6, required: true }) }),
})
/** 数据更正: a sum of a shift of a line by its new value or by a difference, with a reason, by who edits the sheet of that sum; what was counted stays beside it. */
export const alterFigure = defineEndpoint('sheet.alter', {
  area,
  routes: 'PUT /report_alter',
  access: altering,
  effect: 'write',
  input: {
    ...figureInput,
    // One of them.
    value: amount({ unit: '', digits: 6, min: 0 }),
    difference: amount({ unit: '', digits: 6 }),
    reason: note({ required: true, max: 1000 }),
  },
  output: resourceOutput(figureCorrection),
})
export const changeRow = {
  businessDate: day({ required: true }),
  shift: text({ ...shiftTextOptions, required: true }),
  lineId: reference('line'),
  line: text({ max: 400 }),
  orderId: reference('workOrder'),
  sum: choice(sumNames, { required: true, guarded: costSumsGuarded }),
  before: amount({ unit: '', digits: 6, required: true }),
  after: amount({ unit: '', digits: 6, required: true }),
} as const
/** 重新生成: counts days anew from their facts and says what came out otherwise; with `dryRun` nothing is stored. At most 62 days. */
export const recountSheet = defineEndpoint('sheet.rebirth', {
  area,
  routes: 'POST /sheet/rebirth',
  access: altering,
  effect: 'write',
  input: { from: day({ required: true }), to: day({ required: true }), dryRun: flag() },
  output: objectOutput({
    from: day({ required: true }),
    to: day({ required: true }),
    dryRun: flag({ required: true }),
    days: { ...count, required: true },
    changed: { ...count, required: true },
    changes: list(changeRow, { max: 2000 }),
  }),
})
export const alterCalls = [figureNow, alterFigure, recountSheet]
