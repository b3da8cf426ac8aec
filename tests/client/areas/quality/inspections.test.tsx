// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { qualityContract } from '@/areas/quality/contract'
import ProductionInspectionPage from '@/areas/quality/client/inspection/ProductionInspectionPage'
import words from '@/areas/quality/locales/zh.json'
import { ok } from '../../fake-server'
import { atTheLine, base, LINE, refs, show } from '../handover/at-the-line'
import { id, ME } from '../maintenance/plant'

const here = atTheLine(qualityContract, { quality: words })

describe('a daily inspection', () => {
  it('begins with the usual items, is answered by taps, and says what is wrong', async () => {
    const empty = () => ok({ total: 0, list: [], refs: {}, next: null })
    show(ProductionInspectionPage, [], `view=dailyInspection&new=1&line=${LINE}`, {
      'GET /production_form/daily_inspection': empty,
    })
    const item = await screen.findByRole('group', { name: '网带运行、跑偏' })
    await userEvent.click(item.querySelector('.is-notOk')!)
    await userEvent.type(screen.getByLabelText('网带运行、跑偏：异常说明'), '左偏 20 mm')
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(here.phone.saved).toEqual([]) // nothing is answered for them
    await userEvent.click(screen.getByRole('button', { name: '其余正常' }))
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    const { op, body } = await here.saved()
    expect(op).toBe('dailyInspection.create')
    expect(body).toMatchObject({ lineId: LINE })
    expect((body['items'] as object[])[0]).toMatchObject({
      item: '网带运行、跑偏',
      result: 'notOk',
      note: '左偏 20 mm',
    })
  })
})

describe('what is due', () => {
  const second = id(3)
  const due = (n: number, lineId: string, minutes: number) => ({
    id: id(n),
    ...base,
    lineId,
    workOrderId: null,
    businessDate: '2026-11-20',
    shift: 'early',
    team: 'A',
    inspection: 'daily',
    dueAt: new Date(Date.now() + minutes * 60_000).toISOString(),
    doneAt: null,
    userId: null,
    note: null,
  })
  const times = {
    'GET /production/inspection_time': () =>
      ok({
        total: 2,
        list: [due(80, second, -5), due(81, LINE, -3)],
        refs: { ...refs, [second]: 'L2 纺粘2号线' },
        next: null,
      }),
  }
  it("offers one step forward, at the person's own line first", async () => {
    localStorage.setItem(`line/${ME}`, LINE)
    show(ProductionInspectionPage, [], '', times)
    expect((await screen.findAllByText(/去点检/)).length).toBe(2)
    expect([...document.querySelectorAll('.is-primary')].map((one) => one.textContent)).toEqual([
      '日常点检 · L1 纺粘1号线',
    ])
  })
  it('of a person without a line is what is due the longest', async () => {
    show(ProductionInspectionPage, [], '', times)
    await screen.findAllByText(/去点检/)
    expect(document.querySelector('.is-primary')?.textContent).toBe('日常点检 · L2 纺粘2号线')
  })
})
