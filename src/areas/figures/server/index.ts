import { costsCounted, energyCounted } from '@/plant/server/day-events'
import { factWritten, monthClosed } from '@/plant/server/events'
import { defineServer } from '@/server/area'
import { on } from '@/server/events'
import { figuresContract } from '../contract'
import { countFigures } from './jobs'
import { markCosts, markEnergy, markFact } from './marks'
import { followMonth, freezeSettled } from './months'

export const figuresServer = defineServer(figuresContract, {
  listeners: [
    on(monthClosed, followMonth),
    on(factWritten, markFact),
    on(energyCounted, markEnergy),
    on(costsCounted, markCosts),
  ],
  jobs: [
    { name: 'figures-count', everySeconds: 1, own: true, run: countFigures },
    { name: 'figures-freeze', everySeconds: 600, run: freezeSettled },
  ],
})
