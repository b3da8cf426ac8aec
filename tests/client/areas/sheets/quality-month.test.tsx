// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { registerAreas } from '@/client/areas'
import { SheetTabs } from '@/areas/quality/client/sheet/SheetTabs'
import { sheetsClient } from '@/areas/sheets/client'
import qualityWords from '@/areas/quality/locales/zh.json'
import words from '@/areas/sheets/locales/zh.json'
import { useTexts } from '../../texts'

afterEach(() => {
  cleanup()
  registerAreas([])
})
it('stands among the sheets of quality: who reads it has no key of finished goods', async () => {
  await useTexts({ quality: qualityWords, sheets: words })
  registerAreas([sheetsClient])
  render(
    <MemoryRouter>
      <SheetTabs views={['qualityCheck', 'figures']} view="monthly" onChoose={() => undefined} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('button', { name: '质量报表' }).getAttribute('aria-pressed')).toBe('true')
})
