// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { handoverClient } from '@/areas/handover/client'
import sharedLabels from '@/contract/locales/zh.json'
import { registerAreas } from '@/client/area-registry'
import type { UnsentCommand } from '@/client/api/phone'
import { handoverContract } from '@/areas/handover/contract'
import { HandoverPanel } from '@/areas/handover/client/handover/HandoverPanel'
import JobHandoverPage from '@/areas/handover/client/handover/JobHandoverPage'
import ProductionSheetPage from '@/areas/handover/client/sheet/ProductionSheetPage'
import maintenanceWords from '@/areas/maintenance/locales/zh.json'
import ordersWords from '@/areas/orders/locales/zh.json'
import qualityWords from '@/areas/quality/locales/zh.json'
import ToSignCard from '@/areas/handover/client/today/ToSignCard'
import kitWords from '@/client/locales/zh.json'
import words from '@/areas/handover/locales/zh.json'
import { ok, replyWithRows } from '../../fake-server'
import { id, ME } from '../rounds/plant'
import {
  setUpLinePhone,
  storedFields,
  handoverFacts,
  LINE,
  OTHER_PERSON,
  refLabels,
  renderHandoverPage,
} from './line-phone'

registerAreas([handoverClient])

const H = id(40)
const row = (more: Record<string, unknown> = {}) => ({
  id: H,
  ...storedFields,
  kind: 'squadLeader',
  state: 'draft',
  lineId: LINE,
  businessDate: '2026-11-20',
  shift: 'early',
  team: 'A',
  people: [OTHER_PERSON],
  absent: [],
  safety: null,
  quality: null,
  equipmentState: null,
  remaining: null,
  toDo: '换滤网',
  checks: [],
  images: [],
  note: null,
  facts: [handoverFacts],
  giverId: null,
  givenAt: null,
  takerId: null,
  takenAt: null,
  reason: null,
  returns: 0,
  backBy: null,
  backAt: null,
  ...more,
})
const here = setUpLinePhone(handoverContract, {
  handover: words,
  maintenance: maintenanceWords,
  orders: ordersWords,
  quality: qualityWords,
})

describe('my shift', () => {
  it('shows what the system knows, and begins the handover of this shift by one tap', async () => {
    renderHandoverPage(JobHandoverPage, [])
    expect(await screen.findByText('W-001')).toBeTruthy()
    expect(screen.getByText('漏做点检').closest('li')?.textContent).toContain('日常点检')
    await userEvent.click(screen.getByRole('button', { name: '开始交接班' }))
    expect(await here.getSavedCommand()).toMatchObject({ op: 'handover.writeSquadLeader', body: { lineId: LINE } })
  })
  it('counts with the unit of what is counted: what was fed is a mass in one place and a list in another', async () => {
    const material = { materialId: id(60), lotId: null, hopper: null, kg: 600, leftKg: 400 }
    renderHandoverPage(JobHandoverPage, [], '', {
      'GET /production_form/auto_handover': () =>
        ok({ ...handoverFacts, materials: [material, { ...material, kg: 500 }], names: [] }),
    })
    const head = (await screen.findByText(words.handover.sub.facts.materials)).closest('summary')
    expect(head?.textContent).toBe(`${words.handover.sub.facts.materials}2 条`)
    expect(screen.getByText('投料重量').parentElement?.textContent).toMatch(/1,200\skg/)
    expect(screen.getByText(sharedLabels.fields.jumboRolls).parentElement?.textContent).toMatch(/2\s卷/)
  })
  it('keeps its choices mounted when one of them changes, so that a popup that is open stays open', async () => {
    renderHandoverPage(JobHandoverPage, [])
    await screen.findByText('W-001')
    const selects = () => screen.getAllByRole<HTMLSelectElement>('combobox')
    const [lineSelect, kindSelect] = selects()
    await userEvent.selectOptions(kindSelect!, 'packaging')
    await waitFor(() => expect(kindSelect!.value).toBe('packaging'))
    expect(selects()).toEqual([lineSelect, kindSelect])
    expect(lineSelect!.isConnected && kindSelect!.isConnected).toBe(true)
  })
  it('shows the handover that waits to be taken first', async () => {
    renderHandoverPage(JobHandoverPage, [
      row({ state: 'given', giverId: OTHER_PERSON, givenAt: '2026-11-20T08:00:00.000Z' }),
    ])
    expect(await screen.findByRole('button', { name: '查看并接班' })).toBeTruthy()
  })
})

describe('what was sent back to me', () => {
  it('stands first on my day with the reason, however old, until it is given again', async () => {
    const old = row({ id: id(41), businessDate: '2026-10-02', people: [ME], returns: 1, reason: '缺少换网记录' })
    const page = (list: object[]) => replyWithRows(list, refLabels)
    renderHandoverPage(ToSignCard, [], '', {
      'GET /production_form/handover': ({ url }) => {
        const query = new URL(url, 'http://plant').searchParams
        if (query.get('state') === 'given') {
          expect(query.get('giverId')).toBe(`!${ME}`)
          return ok({
            total: 60,
            list: [row({ id: id(43), state: 'given', giverId: OTHER_PERSON })],
            refs: refLabels,
            next: 'more',
          })
        }
        expect(query.get('concerned')).toBe(ME)
        return page(query.has('returnsFrom') ? [old] : [row({ people: [ME] })])
      },
    })
    expect(await screen.findByText('待签交接班 3+ 份')).toBeTruthy()
    const lines = screen.getAllByRole('listitem').map((one) => one.textContent ?? '')
    expect(lines[0]).toContain('2026-10-02')
    expect(lines[0]).toContain('缺少换网记录')
    expect(lines[0]).toContain('退回')
    expect(lines[1]).not.toContain('退回')
  })
})

describe('a signature that was taken back', () => {
  const back = { reason: '§handover:presets.unsign.wrongHand', backBy: ME, backAt: '2026-11-20T09:10:00.000Z' }
  const untaken = { state: 'given', giverId: OTHER_PERSON, givenAt: '2026-11-20T08:00:00.000Z', ...back }
  it.each([
    ['a draft, which its giver signs again', { people: [ME], ...back }, '交班签字已撤销'],
    ['one that is given, which is taken over again', untaken, '接班签字已撤销'],
  ])('of %s is told on it: who, when and why', async (_what, more, said) => {
    renderHandoverPage(JobHandoverPage, [row(more)], `id=${H}`)
    const told = (await screen.findByText(said)).closest('p')?.textContent ?? ''
    expect(told).toContain(words.presets.unsign.wrongHand)
    expect(told).toContain('王班长')
    expect(told).toContain('17:10')
  })
  it('is told on the day of those who are to take over again', async () => {
    renderHandoverPage(ToSignCard, [row(untaken)])
    const line = await screen.findByText(new RegExp(words.presets.unsign.wrongHand))
    expect(line.closest('li')?.textContent).toContain('接班签字已撤销')
  })
  it('is told no more once it was given again', async () => {
    renderHandoverPage(JobHandoverPage, [row({ ...untaken, givenAt: '2026-11-20T09:30:00.000Z' })], `id=${H}`)
    expect(await screen.findByText('W-001')).toBeTruthy()
    expect(screen.queryByText(/已撤销/)).toBeNull()
  })
})

describe('a signature that is asked about', () => {
  it('is not another one: what was signed or taken back meanwhile is said in its place', async () => {
    const givenHandover = row({ state: 'given', giverId: OTHER_PERSON, givenAt: '2026-11-20T08:00:00.000Z' })
    const takenHandover = { ...givenHandover, state: 'taken', takerId: ME, takenAt: '2026-11-20T08:05:00.000Z' }
    function Page() {
      const [now, setNow] = useState<object>(givenHandover)
      useEffect(() => {
        const take = () => setNow(takenHandover)
        addEventListener('taken', take)
        return () => removeEventListener('taken', take)
      }, [])
      return (
        <HandoverPanel
          row={now as never}
          refs={refLabels}
          onBack={undefined}
          onOpenView={vi.fn()}
          onRemoved={vi.fn()}
        />
      )
    }
    renderHandoverPage(Page, [givenHandover])
    await userEvent.click(await screen.findByRole('button', { name: words.pages.handover.take }))
    const confirmation = screen.getByRole('alertdialog')
    expect(within(confirmation).getByRole('button', { name: words.pages.handover.take })).toBeTruthy()
    await act(async () => dispatchEvent(new Event('taken')))
    const stateNotice = `该交接班现为“${words.handover.options.state.taken}”`
    expect(screen.getByText(stateNotice)).toBeTruthy()
    expect(screen.queryByRole('button', { name: words.pages.handover.take })).toBeNull()
  })
})

describe('the signature offered', () => {
  it.each([
    ['a draft', {}, ['填写', '签字交班']],
    ['one given by another', { state: 'given', giverId: OTHER_PERSON }, ['退回', '签字接班']],
    ['one given by me', { state: 'given', giverId: ME }, []],
    ['one that is locked', { state: 'taken', giverId: OTHER_PERSON, takerId: ME }, []],
  ])('under %s', async (_what, more, buttons) => {
    renderHandoverPage(JobHandoverPage, [row(more)], `id=${H}`)
    expect(await screen.findByText('W-001')).toBeTruthy()
    const offered = screen
      .queryAllByRole('button')
      .map((button) => button.textContent)
      .filter((name) => ['填写', '签字交班', '退回', '签字接班'].includes(name ?? ''))
    expect(offered).toEqual(buttons)
  })
  it('names the version that was read', async () => {
    renderHandoverPage(JobHandoverPage, [row({ state: 'given', giverId: OTHER_PERSON })], `id=${H}`)
    await userEvent.click(await screen.findByRole('button', { name: '签字接班' }))
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '签字接班' }))
    expect(await here.getSavedCommand()).toMatchObject({ op: 'handover.take', body: { id: H, version: 3 } })
  })
})

describe('a signature', () => {
  it('asks once more, naming line, shift, day and who takes over; leaving it signs nothing', async () => {
    renderHandoverPage(JobHandoverPage, [row()], `id=${H}`)
    await userEvent.click(await screen.findByRole('button', { name: '签字交班' }))
    const dialog = screen.getByRole('alertdialog')
    for (const said of ['L1 纺粘1号线', '2026-11-20', '早班', '甲班', '中班'])
      await waitFor(() => expect(dialog.textContent).toContain(said))
    await userEvent.click(within(dialog).getByRole('button', { name: '取消' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(here.phone.savedCommands.map(({ endpoint }) => endpoint.name)).not.toContain('handover.give')
  })
  it('waits for what the system knows now, and shows it', async () => {
    renderHandoverPage(JobHandoverPage, [row()], `id=${H}`)
    await userEvent.click(await screen.findByRole('button', { name: '签字交班' }))
    const dialog = screen.getByRole('alertdialog')
    expect(await here.getSavedCommand()).toMatchObject({
      op: 'handover.writeSquadLeader',
      body: { id: H, lineId: LINE },
    })
    expect(within(dialog).getByRole('button', { name: '签字交班' })).toHaveProperty('disabled', true)
    expect(dialog.textContent).toContain('1,025')
  })
  it('without a network shows the newest figures that the device has, and that they are taken when it is sent', async () => {
    const older = { ...handoverFacts, goodKg: 815.9, asOf: '2026-11-20T01:00:00.000Z' }
    const getPageText = () => document.body.textContent
    renderHandoverPage(JobHandoverPage, [row({ facts: [older] })], `id=${H}`)
    await waitFor(() => expect(getPageText()).toContain('1,025'))
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await userEvent.click(await screen.findByRole('button', { name: '签字交班' }))
    const confirmation = screen.getByRole('alertdialog')
    expect(confirmation.textContent).toContain('1,025')
    expect(within(confirmation).getByText(words.pages.handover.confirm.figuresLater)).toBeTruthy()
    expect(getPageText()).not.toContain('815.9')
    network.mockRestore()
    cleanup()
    // Signed on this device and not sent yet: nobody has taken over other values.
    renderHandoverPage(
      JobHandoverPage,
      [{ ...row({ state: 'given', giverId: ME, facts: [older] }), pending: {} }],
      `id=${H}`,
    )
    await waitFor(() => expect(getPageText()).toContain('数据截至 2026-11-20 10:00'))
    expect(getPageText()).not.toContain('815.9')
  })
  it('is taken back by a lead only', async () => {
    renderHandoverPage(JobHandoverPage, [row({ state: 'given', giverId: OTHER_PERSON })], `id=${H}`)
    await screen.findByRole('button', { name: '签字接班' })
    expect(screen.queryByRole('button', { name: '撤销签字' })).toBeNull()
  })
})
describe('my kind of handover', () => {
  it('is that of the line until another was chosen', async () => {
    localStorage.setItem(`line/${ME}`, LINE)
    const at = { id: LINE, ...storedFields, code: 'FQ1', name: '分切1号', kind: 'slitting', active: true }
    renderHandoverPage(JobHandoverPage, [], '', { 'GET /plant/line': () => replyWithRows([at]) })
    expect(await screen.findByLabelText('类型')).toHaveProperty('value', 'slitting')
  })
})
describe('a team summary', () => {
  const figures = { jumboRolls: 2, slitRolls: 0, goodKg: 600, downgradedKg: 0, wasteKg: 0, fedKg: 700, stopMinutes: 0 }
  const preview = {
    'GET /production_form/team_product_summary_preview': () =>
      ok([{ workOrderId: null, number: null, team: 'A', ...figures }]),
  }
  const stored = {
    id: H,
    ...storedFields,
    lineId: LINE,
    workOrderId: null,
    businessDate: '2026-11-20',
    shift: 'early',
    team: 'A',
    ...figures,
    goodKg: 650,
    correction: '一卷未称',
    images: [],
    note: null,
    userId: OTHER_PERSON,
    filledAt: '2026-11-20T02:00:00.000Z',
  }
  it('is filled in from the rolls', async () => {
    localStorage.setItem(`line/${ME}`, LINE)
    renderHandoverPage(ProductionSheetPage, [], 'view=teamSummary&new=1', preview)
    expect(await screen.findByDisplayValue('600')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(await here.getSavedCommand()).toMatchObject({
      op: 'teamSummary.create',
      body: { lineId: LINE, goodKg: 600, jumboRolls: 2 },
    })
  })
  it('that was corrected keeps its figures when it is opened again', async () => {
    renderHandoverPage(ProductionSheetPage, [], `view=teamSummary&id=${H}&edit=1`, {
      ...preview,
      'GET /production_form/team_product_summary': () => replyWithRows([stored], refLabels),
    })
    expect(await screen.findByText('数字来自卷记录，可更正')).toBeTruthy()
    expect(screen.getByDisplayValue('650')).toBeTruthy()
  })
})

describe('a signature that was held back', () => {
  const refusedCommand = {
    id: 'op-1',
    op: 'handover.take',
    resource: 'handover',
    entityId: H,
    body: { id: H, version: 2 },
    state: 'attention',
    editable: true,
    photos: [],
    occurredAt: '2026-11-20T02:00:00.000Z',
    lastError: { kind: 'refused', message: '请重新阅读后再签字', issues: [], data: null },
  } as unknown as UnsentCommand
  beforeEach(() => {
    here.phone.watchCommands = (seen) => {
      seen([refusedCommand])
      return () => undefined
    }
  })
  it('shows why and what is signed now, and signs that version', async () => {
    const edited: unknown[] = []
    here.phone.edit = (...change) => {
      edited.push(change)
      return Promise.resolve()
    }
    renderHandoverPage(
      JobHandoverPage,
      [row({ state: 'given', giverId: OTHER_PERSON, toDo: '换滤网和滤袋' })],
      'unsent=op-1',
    )
    expect((await screen.findByRole('alert')).textContent).toContain('请重新阅读后再签字')
    expect(screen.getByText('换滤网和滤袋')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '按现在的内容签字' }))
    expect(edited).toEqual([['op-1', { id: H, version: 3 }, 3]])
  })
  it('that only waits says so, is shown as it was signed, and needs no other signature', async () => {
    here.phone.watchCommands = (seen) => {
      seen([{ ...refusedCommand, state: 'pending', lastError: null }])
      return () => undefined
    }
    renderHandoverPage(
      JobHandoverPage,
      [row({ state: 'given', giverId: OTHER_PERSON, toDo: '换滤网和滤袋' })],
      'unsent=op-1',
    )
    expect(await screen.findByText(kitWords.resource.savedHere)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: '按现在的内容签字' })).toBeNull()
    expect(screen.getByRole('button', { name: '放弃签字' })).toBeTruthy()
  })
  it('can be let be', async () => {
    renderHandoverPage(
      JobHandoverPage,
      [row({ state: 'taken', giverId: OTHER_PERSON, takerId: OTHER_PERSON })],
      'unsent=op-1',
    )
    await userEvent.click(await screen.findByRole('button', { name: '放弃签字' }))
    expect(here.phone.calls).toContain('discard op-1')
  })
})
