import i18next from 'i18next'
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import NoticesPage from '@/areas/notices/client/NoticesPage'
import words from '@/areas/notices/locales/zh.json'
import sharedLabels from '@/contract/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const RULE = '0199aff3-9400-7150-8a1d-000000000041'
const ROLE = '0199aff3-9400-7150-8a1d-000000000042'
const LINE = '0199aff3-9400-7150-8a1d-000000000043'
const rule = {
  id: RULE,
  version: 3,
  name: '废品率',
  active: true,
  severity: 'warning',
  watches: 'figure',
  figure: 'wastePercent',
  lineId: LINE,
  period: 'shift',
  condition: 'above',
  limit: 5,
  back: 1,
  holdMinutes: 0,
  roleId: ROLE,
}
function open(address: string) {
  const server = startFakeServer({
    'GET /plant/notice_rule': () => replyWithRows([rule], { [ROLE]: '机修', [LINE]: 'SB1' }),
    'PUT /plant/notice_rule': () => ok({ ...rule, version: 4 }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <NoticesPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}
beforeEach(async () => {
  await loadTexts({ notices: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['noticesView', 'noticesAdd', 'noticesEdit'] })
})
afterEach(cleanup)
const fields = { ...sharedLabels.fields, ...words.noticeRule.fields }
const named = (name: string) => screen.queryByText(name, { selector: 'label.adm-form-item-label' })

it('asks only for what a rule of its kind needs', async () => {
  open('/?view=rules&new=1')
  await screen.findByText(fields.watches, { selector: 'label.adm-form-item-label' })
  expect([fields.figure, fields.period, fields.tagId, fields.escalateMinutes].map(named)).toEqual(Array(4).fill(null))
  await userEvent.click(screen.getByRole('radio', { name: words.noticeRule.options.watches.tag }))
  await screen.findByText(fields.tagId, { selector: 'label.adm-form-item-label' })
  expect(named(fields.figure)).toBeNull()
  expect(named(fields.limit)).not.toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: i18next.t('notices:noticeRule.options.condition.noData') }))
  await waitFor(() => expect(named(fields.limit)).toBeNull())
})
it('empties what a changed rule no longer needs', async () => {
  const { sent } = open(`/?view=rules&id=${RULE}&edit=1`)
  await userEvent.click(await screen.findByRole('radio', { name: words.noticeRule.options.watches.tag }))
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent.some(({ method }) => method === 'PUT')).toBe(true))
  const body = JSON.parse(String(sent.find(({ method }) => method === 'PUT')!.body)) as object
  expect(body).toMatchObject({ id: RULE, version: 3, watches: 'tag', figure: null, lineId: null })
  expect(body).not.toHaveProperty('limit')
})
