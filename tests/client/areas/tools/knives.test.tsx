// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { registerAreas } from '@/client/area-registry'
import SlitterPage from '@/areas/slitting/client/slitter/SlitterPage'
import { cutPlansClient } from '@/areas/cutPlans/client'
import cutPlansWords from '@/areas/cutPlans/locales/zh.json'
import slittingWords from '@/areas/slitting/locales/zh.json'
import { toolsClient } from '@/areas/tools/client'
import { toolsContract } from '@/areas/tools/contract'
import { mountTool } from '@/areas/tools/contract/tool-commands'
import words from '@/areas/tools/locales/zh.json'
import { replyWithRows } from '../../fake-server'
import { setUpLinePhone, storedFields, refLabels, renderHandoverPage } from '../handover/line-phone'
import { id } from '../rounds/plant'

const here = setUpLinePhone(toolsContract, { cutPlans: cutPlansWords, slitting: slittingWords, tools: words })

const SLITTER = id(7)
const slitter = { id: SLITTER, ...storedFields, code: 'S1', name: '1号分切机', kind: 'slitting', active: true }
const mounted = {
  ...storedFields,
  kind: 'knife',
  lifeUnit: 'm',
  lifeLimit: 500_000,
  state: 'mounted',
  lineId: SLITTER,
  side: 'upper',
  mountedAt: '2026-11-20T00:00:00.000Z',
}
const page = (list: object[]) => () => replyWithRows(list, refLabels)
const knives = [
  { ...mounted, id: id(9), place: 1, code: 'K1', usedM: 100_000, lifePercent: 20 },
  { ...mounted, id: id(10), place: 2, code: 'K2', usedM: 500_000, lifePercent: 100 },
  { ...mounted, id: id(11), code: 'K3', state: 'ready', lineId: null, usedM: 0, lifePercent: 0 },
]

it('the knives of a slitter stand on its page, the worn ones first, and are changed there for one that is ready', async () => {
  registerAreas([cutPlansClient, toolsClient])
  renderHandoverPage(SlitterPage, [], 'view=knives', {
    'GET /plant/line': page([slitter]),
    'POST /get_tool': ({ body }) => {
      const { state } = JSON.parse(String(body)) as { state?: string }
      return page(knives.filter((one) => !state || state.split(',').includes(one.state)))()
    },
    'GET /cut_first/cut_manage': page([]),
  })
  expect(await screen.findByText('超过寿命')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '换刀' })).toHaveLength(2)
  expect(document.querySelector('.knives li')?.textContent).toContain('K2')
  expect(document.querySelector('.knives')?.textContent).not.toContain('K3')
  const tabs = [...document.querySelectorAll('[role=tab], .ui-tabs button')].map((tab) => tab.textContent)
  expect(tabs.filter((word) => ['分切方案', '刀具', '历史'].includes(word ?? ''))).toEqual(['分切方案', '刀具', '历史'])
  await userEvent.click(screen.getAllByRole('button', { name: '换刀' })[0]!)
  const save = screen.getByRole('button', { name: /保存/ })
  expect((save as HTMLButtonElement).disabled).toBe(true)
  await userEvent.type(screen.getByLabelText(words.tool.fields.code), 'tl:k3')
  await userEvent.click(save)
  expect(await here.getSavedCommand()).toMatchObject({
    op: mountTool.name,
    body: { id: id(11), lineId: SLITTER, place: 2, side: 'upper' },
  })
  await waitFor(() => expect(screen.queryByText(words.pages.knives.mountHint)).toBeNull())
})
