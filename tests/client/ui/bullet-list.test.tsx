// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BulletList } from '@/client/ui/drawings/BulletList'
import { loadTexts } from '../texts'

beforeEach(() => loadTexts({}))
afterEach(cleanup)

it('shows exact values, what is due and the target, and draws them on one scale', () => {
  const row = { tone: 'ok', isUnfinished: true } as const
  render(
    <BulletList
      label="产量"
      unit="kg"
      decimals={0}
      rows={[
        { ...row, key: 'c', label: '丙班', name: '丙班', value: 50_000, due: 45_000, target: 90_000 },
        { ...row, key: 'd', label: '丁班', name: '丁班', value: 100_000, due: null, target: null },
      ]}
    />,
  )
  const list = screen.getByRole('list', { name: '产量' })
  expect(list.textContent).toContain('50,000\u00a0kg')
  expect(list.textContent).toContain('应完成 45,000')
  expect(list.textContent).toContain('目标 90,000')
  const widths = screen.getAllByRole('img').map((bar) => bar.querySelector('i')!.style.width)
  // 50,000 and 100,000 of 105,000.
  expect(widths).toEqual(['47.62%', '95.24%'])
})

it('does not show a value just below its target as the target', () => {
  const row = { tone: 'warn', isUnfinished: false, due: 99.7, target: 99.7 } as const
  render(
    <BulletList
      label="一等品率"
      unit="%"
      decimals={1}
      rows={[
        { ...row, key: 'a', label: 'SL1', name: 'SL1', value: 99.6535 },
        { ...row, key: 'b', label: 'SL2', name: 'SL2', value: 98.6535 },
      ]}
    />,
  )
  const [close, far] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(close).toContain('99.65')
  expect(far).toContain('98.7')
})
