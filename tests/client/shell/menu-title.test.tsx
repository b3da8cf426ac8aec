// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { setLanguage } from '@/client/i18n/start-texts'
import { useMenu } from '@/client/shell/use-menu'
import client from '@/client/locales/en.json'
import contract from '@/contract/locales/en.json'
import i18next from 'i18next'
import { loadTexts } from '../texts'

afterEach(cleanup)

function Titles() {
  const { getTitle } = useMenu()
  // Names from the server after a login in Chinese.
  const nodes = [
    { name: 'group.production', menu_name: '生产区域' },
    { name: 'jobHandover', menu_name: '交接班' },
    { name: 'group.ownGroup', menu_name: '自建分组' },
  ]
  return <p>{nodes.map(getTitle).join(' / ')}</p>
}
it('names groups and pages in the current language, whatever the language of the login', async () => {
  await loadTexts()
  i18next.addResourceBundle('en', 'client', client)
  i18next.addResourceBundle('en', 'contract', contract)
  render(
    <MemoryRouter>
      <Titles />
    </MemoryRouter>,
  )
  expect(screen.getByText('生产区域 / 交接班 / 自建分组')).toBeTruthy()
  await act(() => setLanguage('en'))
  expect(screen.getByText('Production / Shift handover / 自建分组')).toBeTruthy()
  await act(() => setLanguage('zh'))
})
