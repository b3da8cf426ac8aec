// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PlanSummaryPanel } from '@/areas/cutPlans/client/PlanSummaryPanel'
import type { ProposedPlan } from '@/areas/cutPlans/client/PlanView'
import words from '@/areas/cutPlans/locales/zh.json'
import slittingWords from '@/areas/slitting/locales/zh.json'
import { loadTexts } from '../../texts'

const cut = (jumboRollId: string, workOrderId: string, width: number): ProposedPlan['cuts'][number] => ({
  jumboRollId,
  jumbo: jumboRollId,
  widthMm: 3200,
  leftM: 5000,
  sets: 2,
  lengthM: 1000,
  lanes: [{ width, count: 2, workOrderId }],
  slittingPattern: `2×${width}`,
  trimMm: 3200 - 2 * width,
  startsAt: '2026-11-20T00:00:00.000Z',
  endsAt: '2026-11-20T01:00:00.000Z',
})
const plan = {
  orders: 60,
  jumbos: 29,
  milliseconds: 12,
  trimPercent: 3.125,
  boundPercent: 2,
  gapPercent: 1.125,
  withinPercent: 1.1,
  method: 'solver',
  finished: false,
  termination: 'timeLimit',
  firstFitPercent: null,
  firstFitUncut: 2995,
  firstFitJumbos: 31,
  firstFitLate: 2,
  cuts: [cut('a', 'x', 1600), cut('b', 'y', 1500)],
  unplanned: [],
  leftOutJumbos: [],
  promised: [],
  late: [],
  numbers: [],
} as ProposedPlan
const facts = (cuts: ProposedPlan['cuts'], changes: Partial<ProposedPlan> = {}) => {
  const { container } = render(<PlanSummaryPanel plan={{ ...plan, ...changes }} cuts={cuts} />)
  return [...container.querySelectorAll('dl > div')].map((one) =>
    [...one.children].map((child) => child.textContent?.replaceAll(/\s/g, ' ')).join(': '),
  )
}
beforeEach(() => loadTexts({ cutPlans: words, slitting: slittingWords }))
afterEach(cleanup)

it("shows the plan's figures, of its cuts alone, beside its bound", () => {
  const said = facts(plan.cuts)
  expect(said).toContain('切边率: 3.13%')
  expect(said).toContain('这些卷的切边理论下限（不计交期）: 2%')
  expect(said).toContain('人工排法切边率: 不可比：更急的卷未排入 · 余 2995 卷 · 2 个工单延期')
  expect(said).toContain('人工排法母卷数: 31')
  expect(said).toContain('求解结果: 到时限，取已得的最好方案')
  expect(said).toContain('母卷数: 2')
})
it('shows figures of the remaining cuts after a change, without the bound of the whole plan', () => {
  expect(facts([plan.cuts[1]!])).toEqual(['切边率: 6.25%', '卷数: 4 卷，原方案 8 卷', '工单数: 1', '母卷数: 1'])
})
it('says what was optimised, and that the bound is no measure of a plan that due dates decide', () => {
  const label = '与不计交期的最少切边相比'
  expect(facts(plan.cuts)).toContain(`${label}: 多用面积不超过 1.1%`)
  expect(facts(plan.cuts)).toContain(
    '优化顺序: 先排重要工单，再保交期，切边不多于简单排法，然后少用母卷、少用料、少换刀',
  )
  const byDates = `${label}: 多用面积不超过 1.1%；此方案先满足交期，切边并非首要目标`
  cleanup()
  const late = [{ workOrderId: 'x', endsAt: '2026-11-21T00:00:00.000Z', dueAt: '2026-11-20T00:00:00.000Z' }]
  expect(facts(plan.cuts, { late: late as never })).toContain(byDates)
  cleanup()
  expect(facts(plan.cuts, { termination: 'feasible', finished: true })).toContain(byDates)
})
