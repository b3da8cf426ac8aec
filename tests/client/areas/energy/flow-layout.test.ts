// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { calculateFlowLayout, LABEL_GAP_PX } from '@/areas/energy/client/EnergyFlowChart'

it.each([1, 3, 12, 60])('leaves a line of text between the names of %i meters at the edge', (n) => {
  const flows = Array.from({ length: n }, (_, i) => ({ from: 'main', to: `meter ${i}` }))
  const { height, gap } = calculateFlowLayout(flows)
  // Flows take the whole height before the gaps are added; both are then scaled to fit.
  const drawn = (gap * height) / (height + gap * n)
  expect(drawn).toBeGreaterThanOrEqual(LABEL_GAP_PX)
})
it('counts what is passed on once, where it ends', () => {
  const through = { from: 'main', to: 'line' }
  const ends = Array.from({ length: 20 }, (_, i) => ({ from: 'line', to: `part ${i}` }))
  expect(calculateFlowLayout([through, ...ends])).toEqual(calculateFlowLayout(ends))
})
