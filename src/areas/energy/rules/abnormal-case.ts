/** The life of a case of abnormal use 异常用能: found by the clock, explained by a person. */
import { defineMachine } from '@/contract/state-machine'

export const energyAbnormalLife = defineMachine('energyAbnormal', {
  states: ['open', 'explained'],
  initial: 'open',
  actions: {
    explain: { from: ['open', 'explained'], to: 'explained', permission: 'energyAnalysisEdit', requires: ['cause'] },
  },
})
