// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CutPlanCard } from '@/areas/cutPlans/client/CutPlanCard'
import words from '@/areas/cutPlans/locales/zh.json'
import slittingWords from '@/areas/slitting/locales/zh.json'
import { loadTexts } from '../../texts'

afterEach(cleanup)
it('says how many rolls of a cut are for which order', async () => {
  await loadTexts({ cutPlans: words, slitting: slittingWords })
  const lane = (width: number, count: number, workOrderId: string) => ({ width, count, workOrderId })
  const cut = {
    jumboRollId: 'j',
    jumbo: 'J-1',
    widthMm: 3200,
    leftM: 5000,
    sets: 4,
    lengthM: 1000,
    lanes: [lane(800, 2, 'a'), lane(500, 1, 'b'), lane(800, 1, 'a')],
    slittingPattern: '',
    trimMm: 300,
    startsAt: '2026-11-20T00:00:00.000Z',
    endsAt: '2026-11-20T01:00:00.000Z',
  }
  const { container } = render(
    <CutPlanCard cut={cut} names={{ a: 'WO-1', b: 'WO-2' }} onEdit={() => undefined} onRemove={() => undefined} />,
  )
  expect(container.textContent).toContain('WO-1：12 卷 · WO-2：4 卷')
})
