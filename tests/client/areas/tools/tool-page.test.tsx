// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { toolsClient } from '@/areas/tools/client'
import { registerAreas } from '@/client/area-registry'
import { LifeBadge, LifeBar } from '@/areas/tools/client/LifeBadge'
import ToolPage from '@/areas/tools/client/ToolPage'
import { toolsContract } from '@/areas/tools/contract'
import words from '@/areas/tools/locales/zh.json'
import { ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { setUpLinePhone, storedFields, refLabels, renderHandoverPage } from '../handover/line-phone'
import { id, ME } from '../rounds/plant'

registerAreas([toolsClient])

const here = setUpLinePhone(toolsContract, { tools: words })
const [SLITTER, WEB] = [id(7), id(8)]
const line = (of: string, code: string, kind: string) => ({
  id: of,
  ...storedFields,
  code,
  name: code,
  kind,
  active: true,
})
const plate = {
  ...storedFields,
  id: id(9),
  code: 'SP014',
  kind: 'spinneret',
  lifeUnit: 'kg',
  state: 'ready',
  lineId: null,
  images: [],
}
const page = (list: object[]) => () => replyWithRows(list, refLabels)

const Routed = () => (
  <Routes>
    <Route path="/production/handover/*" element={<ToolPage />} />
  </Routes>
)
/** Opens the page; returns the states that its list requested. */
function open(query = '', uses = page([]), mounted: object[] = [], keys: readonly string[] = []) {
  const requestedQueries: (string | undefined)[] = []
  renderHandoverPage(Routed, [], query, {
    'GET /plant/line': page([line(SLITTER, 'SL1', 'slitting'), line(WEB, 'SM1', 'spunbond')]),
    'POST /get_tool': ({ body }) => {
      const { state, size } = JSON.parse(String(body)) as { state?: string; size: number }
      if (size === 50) requestedQueries.push(state)
      return page(state === 'mounted' ? mounted : [plate])()
    },
    'GET /get_tool': uses,
    'GET /get_other_tools_num': () => ok([]),
  })
  signInPerson({ id: ME, keys: ['toolManagementView', 'toolManagementWork', ...keys] })
  return requestedQueries
}

describe('the list of tools', () => {
  it('opens on those that the plant has; the scrapped ones are a view of their own', async () => {
    const asked = open()
    await waitFor(() => expect(asked).toEqual(['ready,mounted,removed']))
    await userEvent.click(await screen.findByText(words.pages.tools.view.scrapped))
    await waitFor(() => expect(asked.at(-1)).toBe('scrapped'))
  })
  it('shows the state that somebody filters by, scrapped ones too', async () => {
    const asked = open('state=scrapped')
    await waitFor(() => expect(asked).toEqual(['scrapped']))
  })
})

it.each([
  // 99.6 % are near the end, not over; 89.6 % need no warning yet.
  [99.6, `99.6% · ${words.pages.lifeShort.nearEnd}`],
  [89.6, '89.6%'],
  [100, `100% · ${words.pages.lifeShort.over}`],
])('%d %% of a life read as their level', (lifePercent, text) => {
  const { container } = render(<LifeBadge row={{ ...plate, state: 'mounted', lifePercent } as never} />)
  expect(container.textContent).toBe(text)
})
it('a used life below its limit does not read as the limit', () => {
  const row = { ...plate, lifeUnit: 'h', lifeLimit: 500, usedH: 499.6, lifePercent: 99.9 }
  const { container } = render(<LifeBar row={row as never} />)
  expect(container.textContent).toBe(`499.6\u00a0h / 500\u00a0h99.9% · ${words.pages.life.nearEnd}`)
})

it('a plate is offered the lines that make web; a slitter says why not', async () => {
  open(`id=${plate.id}&act=mount`)
  await userEvent.click(await screen.findByRole('button', { name: /^所在机台|^机台/ }))
  const options = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLButtonElement>('.options button')]
    expect(found.some((one) => one.textContent?.includes('SL1'))).toBe(true)
    return found
  })
  const findOption = (code: string) => options.find((one) => one.textContent?.startsWith(code))
  expect(findOption('SM1')?.disabled).toBe(false)
  expect(findOption('SL1')?.disabled).toBe(true)
  expect(findOption('SL1')?.textContent).toContain('喷丝板 SP014 只能装在生产线上')
  expect(here.phone.savedCommands).toEqual([])
})

it('a step that was not taken is corrected by the same rules, of its tool', async () => {
  const watched = here.phone.watchCommands
  here.phone.watchCommands = (seen) => {
    const body = { id: plate.id, version: 3, lineId: SLITTER, occurredAt: '2026-11-20T01:00:00.000Z' }
    seen([
      { id: 'op-1', op: 'tool.mount', resource: 'tool', entityId: plate.id, body, photos: [], lastError: null },
    ] as never)
    return () => undefined
  }
  open('unsent=op-1')
  expect(await screen.findByRole('heading', { name: /SP014/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect((await screen.findByRole('alert')).textContent).toContain('喷丝板 SP014 只能装在生产线上')
  here.phone.watchCommands = watched
})

describe('a record of the past', () => {
  const record = {
    ...storedFields,
    id: id(20),
    toolId: plate.id,
    toolKind: 'spinneret',
    kind: 'mounted',
    lineId: WEB,
    place: null,
    side: null,
    occurredAt: '2026-11-01T00:00:00.000Z',
    removedAt: '2026-11-05T00:00:00.000Z',
    reason: null,
  }
  const enter = async (more: object) => {
    here.phone.drafts.set('form toolUse.create new', {
      values: { values: { toolId: plate.id, kind: 'mounted', ...more } },
      photos: [],
    })
    open('view=uses&new=1', page([record]), [], ['toolManagementAdd'])
    await userEvent.click(await screen.findByRole('button', { name: '保存' }))
    return (await screen.findByRole('alert')).textContent
  }
  it('says before it is saved that the tool does not fit the line', async () => {
    expect(await enter({ lineId: SLITTER, occurredAt: '2026-11-10T00:00:00.000Z' })).toContain(
      '喷丝板 SP014 只能装在生产线上，SL1 SL1 不生产卷材',
    )
  })
  it('says that the tool was elsewhere then, and that nothing happens ahead', async () => {
    const said = await enter({
      lineId: WEB,
      occurredAt: '2026-11-02T00:00:00.000Z',
      removedAt: '2199-01-01T00:00:00.000Z',
    })
    expect(said).toContain('SP014 那时在 SM1 SM1 上')
    expect(said).toContain('不能晚于现在')
  })
})

it('without a network a tool says what needs it, not that its page is not on the phone', async () => {
  open(`id=${plate.id}`, () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await screen.findByText(words.pages.tools.recordsAway)).toBeTruthy()
  expect(document.body.textContent).not.toContain('此页面尚未保存到本机')
})

it('a tool that comes off because its place is taken is named before it does', async () => {
  const mountPosition = { lineId: WEB, place: 1, side: null }
  open(
    `id=${plate.id}&act=mount`,
    page([{ ...storedFields, id: id(12), toolId: plate.id, kind: 'mounted', ...mountPosition }]),
    [
      {
        ...plate,
        ...mountPosition,
        id: id(11),
        code: 'SP007',
        state: 'mounted',
        mountedAt: '2026-11-01T00:00:00.000Z',
      },
    ],
  )
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/位号/).value).toBe('1'))
  await userEvent.click(screen.getByRole('button', { name: /保存/ }))
  const confirmation = await screen.findByRole('alertdialog')
  expect(confirmation.textContent).toContain('位号 1 上的 SP007 将同时取下')
  expect(here.phone.savedCommands).toEqual([])
  await userEvent.click(within(confirmation).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(here.phone.savedCommands).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /保存/ }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '装上' }))
  expect(await here.getSavedCommand()).toMatchObject({ body: { id: plate.id, lineId: WEB, place: 1 } })
})
