// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLineCells } from '@/areas/sheets/client/InputOutputPage'
import { outputReport } from '@/areas/sheets/contract/input-output'
import words from '@/areas/sheets/locales/zh.json'
import plantWords from '@/plant/locales/zh.json'
import { ReportTable } from '@/plant/client/report/ReportTable'
import { loadTexts } from '../../texts'

beforeEach(() => loadTexts({ sheets: words, plant: plantWords }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const rows = [
  { day: '2026-11-20', kg: 600, manual: false },
  { day: '2026-11-20', kg: 25, manual: true },
  { day: '2026-11-20', kg: -25, manual: true },
]
function Lines() {
  const columns = ['day', 'kg', 'manual'].map((field) => ({ field }))
  return (
    <ReportTable
      report={outputReport}
      title="产出"
      table={outputReport.tables[0]!}
      content={{ columns, rows, totals: null }}
      cells={useLineCells()}
    />
  )
}

it('says of a line with a minus that it is a correction, of another that was entered that it is manual', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 900 } as DOMRect)
  render(<Lines />)
  const [, ...lines] = await screen.findAllByRole('row')
  const entryKinds = lines.map((line) => within(line).getAllByRole('cell').at(-1)!.textContent)
  expect(entryKinds).toEqual(['', '手工', '冲减'])
})
