import { defineArea } from '@/contract/area'
import { figureCorrection } from './figure-correction'
import { figureTarget } from './figure-target'
import { figureDay, figureMark, shiftFigure } from './shift-figure'

/** Metrics of the plant: sums by shift, line and order, and the metrics calculated from them. */
export const figuresContract = defineArea({
  name: 'figures',
  pages: [],
  resources: [shiftFigure, figureDay, figureMark, figureCorrection, figureTarget],
  endpoints: [],
})
