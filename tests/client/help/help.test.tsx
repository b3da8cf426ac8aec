// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HelpButton } from '@/client/help/HelpButton'
import texts from '@/client/help/locales/zh.json'
import { startFakeServer, ok } from '../fake-server'
import { prepareDesk, renderAtDesk } from '../resource/desk'

beforeEach(async () => {
  await prepareDesk(['repairAdd'])
  i18next.addResourceBundle('zh', 'help', texts)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const served = () =>
  startFakeServer({
    'GET /page_rights': () =>
      ok([
        { suffix: 'View', key: 'repairView', role: '厂长' },
        { suffix: 'View', key: 'repairView', role: '访客' },
        { suffix: 'Add', key: 'repairAdd', role: '维修工' },
        { suffix: 'Export', key: 'repairExport', role: null },
      ]),
  })

it('the key ? says what the page is for, what its words mean and who may do what', async () => {
  const { sent } = served()
  renderAtDesk(<HelpButton page="repair" title="设备报修" inMenu />)
  fireEvent.keyDown(document.body, { key: '?' })
  const sheet = within(await screen.findByRole('dialog', { name: '设备报修' }))
  expect(sheet.getByText('报修、接单、维修、确认，直到关闭。')).toBeTruthy()
  expect(sheet.getByText('退回')).toBeTruthy()
  expect(sheet.getByText('连同理由退给上一步的人。')).toBeTruthy()
  const row = (word: string) => sheet.getByText(word).closest('div')!
  expect(await sheet.findByText('厂长、访客')).toBeTruthy()
  expect(row('新增').textContent).toContain('维修工')
  expect(within(row('新增')).getByLabelText('您可以')).toBeTruthy()
  expect(within(row('查看')).queryByLabelText('您可以')).toBeNull()
  expect(row('导出').textContent).toContain('无角色拥有')
  expect(sent[0]?.url).toBe('/api/page_rights?page=repair')
})
it('a ? that is typed into a field is typed; a place outside of the menu has no keys to tell of', async () => {
  const { sent } = served()
  renderAtDesk(
    <>
      <input aria-label="备注" />
      <HelpButton page="home" title="今日" inMenu={false} />
    </>,
  )
  await userEvent.type(screen.getByLabelText('备注'), '?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '本页帮助（?）' }))
  expect(await screen.findByRole('dialog', { name: '今日' })).toBeTruthy()
  expect(sent).toEqual([])
})
