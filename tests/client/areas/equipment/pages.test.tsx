// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import LedgerPage from '@/areas/equipment/client/ledger/LedgerPage'
import { equipment } from '@/areas/equipment/contract/equipment'
import LabelsPage from '@/plant/client/labels/LabelsPage'
import PlantSettingsPage from '@/plant/client/settings/PlantSettingsPage'
import MeterPage from '@/areas/equipment/client/meters/MeterPage'
import WorkRecordPage from '@/areas/equipment/client/records/WorkRecordPage'
import MachineUsePage from '@/areas/equipment/client/use/MachineUsePage'
import { fetchRowsByCode } from '@/areas/equipment/client/fetch-rows-by-code'
import { startFakeServer, json, ok, replyWithRows } from '../../fake-server'
import { id, machine, meter, prepareEquipmentPhone, renderEquipmentPage } from './stage'

const lost = new TypeError('Failed to fetch')
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const place = () => screen.getByTestId('place').textContent
const labelled = { timeout: 15_000 }

describe('the ledger', () => {
  const keys = ['equipmentLedgerView', 'repairAdd', 'repairView', 'equipmentUseAdd']
  const pack = {
    loadPackRows: (of: string) =>
      Promise.resolve({
        rows: of === 'equipment' ? [machine, { ...machine, id: id(5), code: 'SB1-02', name: '计量泵' }] : [],
        refs: {},
        at: Date.now() - 60_000,
      }),
  }
  it('opens a machine from the shift pack while no server answers, with the way to report a repair', async () => {
    await prepareEquipmentPhone(keys, pack)
    startFakeServer({
      'POST /book/get_equipments': lost,
      'GET /book/summary': lost,
      'GET /equ/field': lost,
      'POST /book/get_equipmentuse': lost,
    })
    renderEquipmentPage(<LedgerPage />, `/ledger/equipment?id=${machine.id}`, '/ledger/equipment')
    expect(await screen.findByRole('heading', { name: 'SB1-01' }, labelled)).toBeTruthy()
    expect(screen.getByText('在用')).toBeTruthy()
    fireEvent.click(within(document.querySelector('footer')!).getByRole('button', { name: '报修' }))
    expect(place()).toBe(`/activities/repairs?new=1&equipmentId=${machine.id}`)
  })
  it('lists and searches the pack while no server answers', async () => {
    await prepareEquipmentPhone(keys, pack)
    startFakeServer({ 'POST /book/get_equipments': lost, 'GET /equ/field': lost })
    renderEquipmentPage(<LedgerPage />, '/ledger/equipment?q=泵', '/ledger/equipment')
    expect(await screen.findByText('SB1-02', {}, labelled)).toBeTruthy()
    expect(screen.queryByText('SB1-01')).toBeNull()
    expect(screen.getByText(/共 1 条/)).toBeTruthy()
  })
  it('offers no edit, no deletion and no repair to those who may not', async () => {
    await prepareEquipmentPhone(['equipmentLedgerView'])
    const listRequest = vi.fn(() => replyWithRows([]))
    startFakeServer({
      'POST /book/get_equipments': replyWithRows([machine]),
      'GET /book/summary': json({ errno: '401', errmsg: 'no' }),
      'GET /equ/field': replyWithRows([]),
      'POST /book/get_equipmentuse': listRequest,
    })
    renderEquipmentPage(<LedgerPage />, `/ledger/equipment?id=${machine.id}`, '/ledger/equipment')
    expect(await screen.findByRole('heading', { name: 'SB1-01' }, labelled)).toBeTruthy()
    for (const name of ['编辑', '删除']) expect(screen.queryByLabelText(name)).toBeNull()
    expect(screen.queryByText('报修')).toBeNull()
    expect(screen.queryByText('变更使用状态')).toBeNull()
    // The page does not request forbidden rows, so no refusal covers the permitted ones.
    expect(listRequest).not.toHaveBeenCalled()
  })
  it('shows a discarded machine without the way to a repair', async () => {
    await prepareEquipmentPhone(keys)
    startFakeServer({
      'POST /book/get_equipments': replyWithRows([{ ...machine, state: 'discarded' }]),
      'GET /equ/field': replyWithRows([]),
    })
    renderEquipmentPage(<LedgerPage />, `/ledger/equipment?id=${machine.id}`, '/ledger/equipment')
    expect(await screen.findByText('报废', {}, labelled)).toBeTruthy()
    expect(screen.queryByText('报修')).toBeNull()
  })
})

describe('plant settings', () => {
  const row = {
    id: id(40),
    version: 3,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    createdBy: null,
    key: 'balanceTolerance',
    value: 2,
  }
  const write = (text: string) => {
    for (const key of text) fireEvent.keyDown(window, { key })
  }
  it('are changed within their limits by a lead, and can be reset to the default', async () => {
    await prepareEquipmentPhone(['productionScheduleEdit'])
    const server = startFakeServer({
      'GET /plant/setting': replyWithRows([row]),
      'PUT /plant/setting': ok({ ...row, value: 4.5, version: 4 }),
    })
    const saved = () =>
      server.sent.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(String(body)) as unknown)
    renderEquipmentPage(<PlantSettingsPage />, '/me/plant', '/me/plant')
    fireEvent.click(await screen.findByRole('button', { name: /物料平衡允差.*2%/ }, labelled))
    const pad = within(await screen.findByRole('dialog'))
    write('45')
    expect(pad.getByText('不能大于 20')).toBeTruthy()
    fireEvent.submit(screen.getByRole('dialog').querySelector('form')!)
    expect(saved()).toEqual([])
    fireEvent.keyDown(window, { key: 'Backspace' })
    write('.5')
    fireEvent.submit(screen.getByRole('dialog').querySelector('form')!)
    await waitFor(() => expect(saved()).toEqual([{ key: 'balanceTolerance', value: 4.5, version: 3 }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: '恢复默认值: 物料平衡允差' }))
    await waitFor(() => expect(saved().at(-1)).toEqual({ key: 'balanceTolerance', value: 3, version: 3 }))
  })
  it('are read-only for other people', async () => {
    await prepareEquipmentPhone([])
    startFakeServer({ 'GET /plant/setting': replyWithRows([]) })
    renderEquipmentPage(<PlantSettingsPage />, '/me/plant', '/me/plant')
    expect(await screen.findByText('3%', {}, labelled)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /物料平衡允差/ })).toBeNull()
  })
})

describe('labels', () => {
  it('print selected labels, each with its code as QR code and text', async () => {
    await prepareEquipmentPhone(['equipmentLedgerView'])
    startFakeServer({
      'POST /book/get_equipments': replyWithRows([machine, { ...machine, id: id(5), code: 'SB1-02' }]),
    })
    const print = vi.fn()
    vi.stubGlobal('print', print)
    renderEquipmentPage(
      <LabelsPage resource={equipment} kind="equipment" />,
      '/ledger/equipment/labels',
      '/ledger/equipment',
    )
    fireEvent.click(await screen.findByText('打印标签（2 张）', {}, labelled))
    expect(print).toHaveBeenCalledOnce()
    const paper = document.querySelector<HTMLElement>('.eq-paper')
    expect([...(paper?.querySelectorAll('strong') ?? [])].map((one) => one.textContent)).toEqual(['SB1-01', 'SB1-02'])
    expect(paper?.querySelectorAll('section')).toHaveLength(2)
    fireEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    fireEvent.click(screen.getByText('A4，24 张 70 × 37 mm'))
    expect([...(paper?.querySelectorAll('strong') ?? [])].map((one) => one.textContent)).toEqual(['SB1-02'])
    expect(document.querySelectorAll('.eq-paper section')).toHaveLength(1)
  })
  it('are deselected or selected all at once', async () => {
    await prepareEquipmentPhone(['equipmentLedgerView'])
    startFakeServer({
      'POST /book/get_equipments': replyWithRows([machine, { ...machine, id: id(5), code: 'SB1-02' }]),
    })
    renderEquipmentPage(
      <LabelsPage resource={equipment} kind="equipment" />,
      '/ledger/equipment/labels',
      '/ledger/equipment',
    )
    fireEvent.click(await screen.findByText('全不选', {}, labelled))
    expect(screen.getByText<HTMLElement>('打印标签（0 张）').closest('button')?.disabled).toBe(true)
    fireEvent.click(screen.getAllByRole('checkbox')[1]!)
    expect([...document.querySelectorAll('.eq-paper strong')].map((one) => one.textContent)).toEqual(['SB1-02'])
    fireEvent.click(screen.getByText('全不选'))
    fireEvent.click(screen.getByText('全选'))
    expect(document.querySelectorAll('.eq-paper strong')).toHaveLength(2)
  })
})

describe('use state', () => {
  const open = async (keys: string[], state = 'inUse') => {
    const phone = await prepareEquipmentPhone(['equipmentUseView', 'equipmentUseAdd', ...keys])
    startFakeServer({
      'POST /book/get_equipments': replyWithRows([{ ...machine, state }]),
      'POST /book/get_equipmentuse': replyWithRows([]),
    })
    renderEquipmentPage(<MachineUsePage />, `/ledger/use?new=1&equipmentId=${machine.id}`, '/ledger/use')
    await screen.findByText('SB1-01 纺丝箱', { selector: 'b' }, labelled)
    return phone
  }
  const moves = () => [...document.querySelectorAll('.eq-moves button')].map((one) => one.textContent)
  it.each<[string, string[], string, string[]]>([
    ['a worker takes a machine out of use', [], 'inUse', ['停用']],
    ['a lead may discard it too', ['equipmentLedgerDiscard'], 'inUse', ['停用', '报废']],
    ['what is not used is put in use again', [], 'notUsed', ['启用']],
    ['what is discarded stays so without the key', [], 'discarded', []],
    ['and comes back with it', ['equipmentLedgerRestore'], 'discarded', ['恢复（撤销报废）']],
  ])(
    '%s',
    async (_what, keys, state, expected) => {
      await open(keys, state)
      expect(moves()).toEqual(expected)
    },
    20_000,
  )
  it('asks for the reason before it saves on this phone', async () => {
    const phone = await open([])
    fireEvent.click(screen.getByText('停用'))
    fireEvent.click(await screen.findByText('保存', {}, labelled))
    expect((await screen.findByRole('alert', {}, labelled)).textContent).toContain('请说明停用、报废或恢复的原因')
    expect(phone.savedCommands).toEqual([])
    fireEvent.change(screen.getByLabelText('原因'), { target: { value: '转备用' } })
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({
      endpoint: { name: 'useRecord.create' },
      body: { equipmentId: machine.id, state: 'notUsed', reason: '转备用' },
    })
  })
})

describe('meters', () => {
  const reading = {
    id: id(7),
    version: 1,
    meterId: meter.id,
    readAt: '2026-11-01T00:00:00.000Z',
    value: 12000,
    used: 24,
    verdict: 'ok',
  }
  const open = async (over = {}) => {
    const phone = await prepareEquipmentPhone(['meterInquiryView', 'meterInquiryAdd'], over)
    startFakeServer({ 'GET /meter/meter': replyWithRows([meter]), 'GET /meter/reading': replyWithRows([reading]) })
    renderEquipmentPage(<MeterPage />, `/meters?read=${meter.id}`, '/meters')
    await screen.findByLabelText('读数 (kWh)', {}, labelled)
    return phone
  }
  const write = (value: string) => fireEvent.change(screen.getByLabelText('读数 (kWh)'), { target: { value } })
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存' })
  it('saves a reading on this phone and asks for the next meter', async () => {
    const phone = await open()
    expect(screen.getByText('12,000 kWh')).toBeTruthy()
    write('12500.5')
    fireEvent.click(save())
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({
      endpoint: { name: 'meterReading.create' },
      body: { meterId: meter.id, value: 12500.5, source: 'manual', jumpConfirmed: false },
    })
    expect(await screen.findByText('先选择仪表')).toBeTruthy()
  })
  it('lets a smaller reading through only as an exchange, with both values', async () => {
    const phone = await open()
    write('40')
    expect(screen.getByText('读数比上次小：请核对，或登记换表')).toBeTruthy()
    expect(save().disabled).toBe(true)
    fireEvent.click(screen.getByText('已换表'))
    fireEvent.change(screen.getByLabelText('旧表终值 (kWh)'), { target: { value: '12010' } })
    expect(save().disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('新表初值 (kWh)'), { target: { value: '0' } })
    fireEvent.click(save())
    await waitFor(() =>
      expect(phone.savedCommands[0]).toMatchObject({ body: { value: 40, oldFinal: 12010, newStart: 0 } }),
    )
  })
  it('keeps what was typed until it is saved', async () => {
    const phone = await open()
    write('12345')
    await waitFor(() =>
      expect(phone.drafts.get(`reading ${meter.id}`)).toMatchObject({ values: { values: { value: 12345 } } }),
    )
    cleanup()
    renderEquipmentPage(<MeterPage />, `/meters?read=${meter.id}`, '/meters')
    expect(((await screen.findByLabelText('读数 (kWh)', {}, labelled)) as HTMLInputElement).value).toBe('12345')
  })
  it('and their readings are lists of their own: one is not sorted or searched as the other was', async () => {
    await prepareEquipmentPhone(['meterInquiryView'])
    startFakeServer({ 'GET /meter/meter': replyWithRows([meter]), 'GET /meter/reading': replyWithRows([reading]) })
    renderEquipmentPage(<MeterPage />, '/meters?sort=-calibrationDueOn&q=MT&counter=true', '/meters')
    fireEvent.click(await screen.findByRole('tab', { name: '抄表记录' }, labelled))
    expect(place()).toBe('/meters?view=readings')
  })
})

describe('records', () => {
  const row = {
    id: id(3),
    version: 1,
    equipmentId: machine.id,
    occurredAt: '2026-11-19T00:00:00.000Z',
    people: [id(8)],
    result: 'notOk',
    images: [id(6)],
    note: '异响',
    nextDueOn: null,
    updatedAt: '2026-11-19T00:00:00.000Z',
    items: [
      { item: '轴承温度', method: '测温枪', standard: '≤70', result: 'notOk', value: 82, unit: '°C', remark: '偏高' },
    ],
  }
  it('repeat an earlier one: the same machine and items, none of its results', async () => {
    const phone = await prepareEquipmentPhone(['equipmentRecordView', 'equipmentRecordAdd'])
    startFakeServer({
      'POST /book/get_onedete': replyWithRows([row], { [machine.id]: 'SB1-01 纺丝箱' }),
      'GET /book/onedeteid': ok([]),
      'GET /resource_options': ok([{ id: machine.id, label: 'SB1-01 纺丝箱' }]),
    })
    renderEquipmentPage(<WorkRecordPage />, `/ledger/records?id=${row.id}`, '/ledger/records')
    expect(await screen.findByRole('heading', { name: 'SB1-01 纺丝箱' }, labelled)).toBeTruthy()
    fireEvent.click(screen.getByText('照此新增'))
    expect(((await screen.findByLabelText('项目', {}, labelled)) as HTMLInputElement).value).toBe('轴承温度')
    expect((screen.getByLabelText('测量值') as HTMLInputElement).value).toBe('')
    expect(within(document.body).queryByDisplayValue('异响')).toBeNull()
    for (const choice of screen.getAllByText('正常')) fireEvent.click(choice)
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]?.body).toMatchObject({
      equipmentId: machine.id,
      people: [id(9)],
      result: 'ok',
      items: [{ item: '轴承温度', standard: '≤70', result: 'ok', value: null }],
    })
    expect(phone.savedCommands[0]?.body['id']).not.toBe(row.id)
  })
  it('are refused here already where the server would refuse them', async () => {
    const phone = await prepareEquipmentPhone(['equipmentRecordView', 'equipmentRecordAdd'])
    startFakeServer({
      'POST /book/get_onedete': replyWithRows([]),
      'GET /book/onedeteid': ok([]),
      'GET /resource_options': ok([]),
    })
    renderEquipmentPage(<WorkRecordPage />, `/ledger/records?new=1&equipmentId=${machine.id}`, '/ledger/records')
    fireEvent.click((await screen.findAllByText('正常', {}, labelled))[0] as HTMLElement)
    fireEvent.change(screen.getByLabelText('下次日期'), { target: { value: '2020-01-01' } })
    fireEvent.click(screen.getByText('保存'))
    expect((await screen.findByRole('alert')).textContent).toContain('下次日期不能早于本次日期')
    expect(phone.savedCommands).toEqual([])
  })
  it('switch between kinds and keep the machine they are filtered by', async () => {
    await prepareEquipmentPhone(['equipmentRecordView'])
    const server = startFakeServer({
      'POST /book/get_onedete': replyWithRows([]),
      'POST /book/get_assist': replyWithRows([]),
      'GET /resource_options': ok([]),
    })
    renderEquipmentPage(<WorkRecordPage />, `/ledger/records?equipmentId=${machine.id}&result=ok`, '/ledger/records')
    fireEvent.change(await screen.findByLabelText('记录类别', {}, labelled), { target: { value: 'assistRecord' } })
    await waitFor(() =>
      expect(
        server.sent.some((sent) => sent.url.endsWith('/book/get_assist') && String(sent.body).includes(machine.id)),
      ).toBe(true),
    )
    expect(place()).toBe(`/ledger/records?of=assistRecord&equipmentId=${machine.id}`)
  })
})

describe('a scanned code', () => {
  it('is looked up on the server with all its possible meanings', async () => {
    startFakeServer({
      'GET /book/scan': ok({
        kind: 'equipment',
        code: 'A1',
        resource: 'equipment',
        id: id(1),
        label: 'A1 泵',
        others: [{ resource: 'meter', id: id(2), label: 'A1 表' }],
      }),
    })
    expect(await fetchRowsByCode('A1')).toEqual([
      { resource: 'equipment', id: id(1), label: 'A1 泵' },
      { resource: 'meter', id: id(2), label: 'A1 表' },
    ])
  })
  it('opens nothing if unknown', async () => {
    startFakeServer({
      'GET /book/scan': ok({ kind: 'unknown', code: 'ZZ', resource: null, id: null, label: null, others: [] }),
    })
    expect(await fetchRowsByCode('ZZ')).toEqual([])
  })
})
