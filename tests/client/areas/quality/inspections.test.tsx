// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { qualityContract } from '@/areas/quality/contract'
import ProductionInspectionPage from '@/areas/quality/client/inspection/ProductionInspectionPage'
import words from '@/areas/quality/locales/zh.json'
import { replyWithRows } from '../../fake-server'
import { setUpLinePhone, storedFields, LINE, refLabels, renderHandoverPage } from '../handover/line-phone'
import { id, ME } from '../rounds/plant'

const here = setUpLinePhone(qualityContract, { quality: words })

describe('a daily inspection', () => {
  it('begins with the usual items, is answered by taps, and says what is wrong', async () => {
    const empty = () => replyWithRows([])
    renderHandoverPage(ProductionInspectionPage, [], `view=dailyInspection&new=1&line=${LINE}`, {
      'GET /production_form/daily_inspection': empty,
    })
    const item = await screen.findByRole('group', { name: '网带运行、跑偏' })
    await userEvent.click(item.querySelector('.is-notOk')!)
    await userEvent.type(screen.getByLabelText('网带运行、跑偏：异常说明'), '左偏 20 mm')
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(here.phone.savedCommands).toEqual([]) // nothing is answered for them
    await userEvent.click(screen.getByRole('button', { name: '其余正常' }))
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    const { op, body } = await here.getSavedCommand()
    expect(op).toBe('dailyInspection.create')
    expect(body).toMatchObject({ lineId: LINE })
    expect((body['items'] as object[])[0]).toMatchObject({
      item: '网带运行、跑偏',
      result: 'notOk',
      note: '左偏 20 mm',
    })
  })
})

describe('a first inspection', () => {
  const [ORDER, PRODUCT] = [id(30), id(31)] as [string, string]
  const list = (...rows: object[]) =>
    replyWithRows(
      rows.map((row) => ({ ...storedFields, ...row })),
      refLabels,
    )
  const routes = {
    'GET /production/first_inspection': () => list(),
    'GET /plant/work_order': () =>
      list({
        id: ORDER,
        number: 'WO-1',
        productId: PRODUCT,
        gsm: 30,
        webWidthMm: 3200,
        jumboLengthM: 9000,
        state: 'running',
      }),
    'GET /plant/product': () => list({ id: PRODUCT, code: 'SS-30', gsm: 30, family: 'spunbond' }),
    'GET /quality/get_technology_title': () =>
      list({
        id: id(32),
        name: 'SS-30',
        use: 'check',
        productId: PRODUCT,
        family: null,
        active: true,
        items: [
          { item: '克重', itemEn: 'Basis weight', kind: 'number', unit: 'g/m²', low: 28.5, target: 30, high: 31.5 },
        ],
      }),
  }
  it('holds its numbers against the order: one outside is not in order by itself, and nobody can call the whole good', async () => {
    renderHandoverPage(ProductionInspectionPage, [], `view=firstInspection&new=1&line=${LINE}&order=${ORDER}`, routes)
    const weight = await screen.findByRole('group', { name: '克重' })
    const line = within(weight.closest('li')!)
    await line.findByText(/28\.5 – 31\.5/)
    within(screen.getByRole('group', { name: '门幅' }).closest('li')!).getByText(/3200/)
    await userEvent.click(line.getByRole('button', { name: /数值/ }))
    for (const key of ['1', '2']) await userEvent.click(screen.getByRole('button', { name: key }))
    expect(screen.getByText(words.pages.inspection.outside)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /确定|完成/ }))
    expect(line.getByRole('button', { name: '异常' }).getAttribute('aria-pressed')).toBe('true')
    expect(line.getByRole('button', { name: '正常' })).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('button', { name: '其余正常' }))
    screen.getByText(words.pages.inspection.badItem)
    expect(screen.queryByRole('radio', { name: '合格' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    const { body } = await here.getSavedCommand()
    expect(body).toMatchObject({ result: 'notOk' })
    expect((body['items'] as object[])[0]).toMatchObject({
      item: '克重',
      result: 'notOk',
      value: 12,
      low: 28.5,
      high: 31.5,
    })
  })
})

it('a first inspection begins with the order that runs on its line', async () => {
  const [ORDER, OTHER] = [id(30), id(33)] as [string, string]
  const orders = [
    { ...storedFields, id: OTHER, number: 'WO-2', productId: id(31), lineId: LINE, state: 'paused' },
    { ...storedFields, id: ORDER, number: 'WO-1', productId: id(31), lineId: LINE, state: 'running', webWidthMm: 2900 },
  ]
  renderHandoverPage(ProductionInspectionPage, [], `view=firstInspection&new=1&line=${LINE}`, {
    'GET /production/first_inspection': () => replyWithRows([], refLabels),
    'GET /plant/work_order': () => replyWithRows(orders, refLabels),
  })
  // Measured values are compared with the limit.
  const web = within((await screen.findByRole('group', { name: '门幅' })).closest('li')!)
  await web.findByText(/2900/)
  await userEvent.click(screen.getByRole('button', { name: '其余正常' }))
  await userEvent.click(screen.getByRole('button', { name: /保存/ }))
  expect((await here.getSavedCommand()).body).toMatchObject({ workOrderId: ORDER })
})

describe('what is due', () => {
  const second = id(3)
  const due = (n: number, lineId: string, minutes: number) => ({
    id: id(n),
    ...storedFields,
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
      replyWithRows([due(80, second, -5), due(81, LINE, -3)], { ...refLabels, [second]: 'L2 纺粘2号线' }),
  }
  it("offers one step forward, at the person's own line first", async () => {
    localStorage.setItem(`line/${ME}`, LINE)
    renderHandoverPage(ProductionInspectionPage, [], '', times)
    expect((await screen.findAllByText(/去点检/)).length).toBe(2)
    expect([...document.querySelectorAll('.is-primary')].map((one) => one.textContent)).toEqual([
      '日常点检 · L1 纺粘1号线',
    ])
  })
  it('of a person without a line is what is due the longest', async () => {
    renderHandoverPage(ProductionInspectionPage, [], '', times)
    await screen.findAllByText(/去点检/)
    expect(document.querySelector('.is-primary')?.textContent).toBe('日常点检 · L2 纺粘2号线')
  })
})
