// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { registerAreas } from '@/client/areas'
import SlitterPage from '@/areas/rolls/client/slitter/SlitterPage'
import rollsWords from '@/areas/rolls/locales/zh.json'
import { toolsClient } from '@/areas/tools/client'
import { toolsContract } from '@/areas/tools/contract'
import words from '@/areas/tools/locales/zh.json'
import { ok } from '../../fake-server'
import { atTheLine, base, refs, show } from '../handover/at-the-line'
import { id } from '../maintenance/plant'

vi.mock('@/client/api/toast', () => ({ showToast: () => undefined }))
atTheLine(toolsContract, { rolls: rollsWords, tools: words })

const SLITTER = id(7)
const slitter = { id: SLITTER, ...base, code: 'S1', name: '1号分切机', kind: 'slitting', active: true }
const knife = { ...base, slitterId: SLITTER, side: 'upper', mountedAt: '2026-11-20T00:00:00.000Z', removedAt: null }
const page = (list: object[]) => () => ok({ total: list.length, list, refs, next: null })

it('the knives of a slitter stand on its page, the worn ones first, and are changed there', async () => {
  registerAreas([toolsClient])
  const sent: unknown[] = []
  show(SlitterPage, [], 'view=knives', {
    'GET /plant/line': page([slitter]),
    'GET /rolls/slitter': page([{ id: id(8), ...base, slitterId: SLITTER, knifeLifeM: 700_000 }]),
    'GET /cut_first/cut_manage': page([
      { ...knife, id: id(9), place: 1, code: 'K1', metres: 100_000, lifeM: 500_000 },
      { ...knife, id: id(10), place: 2, code: 'K2', metres: 500_000, lifeM: 500_000 },
    ]),
    'POST /cut_first/cut_manage': ({ body }) => {
      sent.push(JSON.parse(String(body)))
      return ok({ ...knife, id: id(11), place: 2 })
    },
  })
  expect(await screen.findByText('超过寿命')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '换刀' })).toHaveLength(2)
  expect(document.querySelector('.knives li')?.textContent).toContain('K2')
  const tabs = [...document.querySelectorAll('[role=tab], .ui-tabs button')].map((tab) => tab.textContent)
  expect(tabs.filter((word) => ['分切方案', '刀具', '历史'].includes(word ?? ''))).toEqual(['分切方案', '刀具', '历史'])
  await userEvent.click(screen.getAllByRole('button', { name: '换刀' })[0]!)
  await userEvent.click(screen.getByRole('button', { name: /保存/ }))
  await waitFor(() => expect(sent).toMatchObject([{ slitterId: SLITTER, place: 2, side: 'upper', lifeM: 700_000 }]))
  await waitFor(() => expect(screen.queryByText(words.pages.knives.mountHint)).toBeNull())
})
