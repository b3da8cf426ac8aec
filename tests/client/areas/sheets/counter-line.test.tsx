// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReportTable } from '@/areas/sheets/client/ReportTable'
import { outputRow } from '@/areas/sheets/contract/input-output'
import words from '@/areas/sheets/locales/zh.json'
import { loadTexts } from '../../texts'

beforeEach(() => loadTexts({ sheets: words }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('says of a line with a minus that it is a correction, of another that was entered that it is manual', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 900 } as DOMRect)
  const rows = [
    { day: '2026-11-20', kg: 600, manual: false },
    { day: '2026-11-20', kg: 25, manual: true },
    { day: '2026-11-20', kg: -25, manual: true },
  ]
  render(<ReportTable title="产出" fields={outputRow} columns={['day', 'kg', 'manual']} rows={rows} />)
  const [, ...lines] = await screen.findAllByRole('row')
  const entryKinds = lines.map((line) => within(line).getAllByRole('cell').at(-1)!.textContent)
  expect(entryKinds).toEqual(['', '手工', '冲减'])
})
