import { defineArea } from '@/contract/area'
import { figureCorrection } from './figure-correction'
import { figureTarget } from './figure-target'
import { figureDay, figureMark, shiftFigure } from './shift-figure'

/** Figures of the plant: roll-ups by shift, line and order, and what is worked out of them. */
export const figuresContract = defineArea({
  name: 'figures',
  pages: [],
  resources: [shiftFigure, figureDay, figureMark, figureCorrection, figureTarget],
  endpoints: [],
})
