import { costsCounted, energyCounted } from '@/plant/server/day-events'
import { factWritten, monthClosed } from '@/plant/server/events'
import { defineServer } from '@/server/area'
import { listenTo } from '@/server/events'
import { figuresContract } from '../contract'
import { countFigures } from './jobs'
import { markCosts, markEnergy, markFact } from './marks'
import { followMonth, freezeSettled } from './months'

export const figuresServer = defineServer(figuresContract, {
  listeners: [
    listenTo(monthClosed, followMonth),
    listenTo(factWritten, markFact),
    listenTo(energyCounted, markEnergy),
    listenTo(costsCounted, markCosts),
  ],
  jobs: [
    { name: 'figures-count', everySeconds: 1, managesTransactions: true, run: countFigures },
    { name: 'figures-freeze', everySeconds: 600, run: freezeSettled },
  ],
})
