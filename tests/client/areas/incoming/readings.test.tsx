// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { ItemReadingsList } from '@/areas/incoming/client/inspection/ItemReadingsList'
import words from '@/areas/incoming/locales/zh.json'
import type { InspectionItem } from '@/areas/incoming/client/inspection/format-inspection'
import type { ItemReading } from '@/areas/incoming/rules/judge-inspection'
import { loadTexts } from '../../texts'

beforeAll(async () => {
  await loadTexts({ incoming: words })
})
const blank = {
  indexId: null,
  nameEn: null,
  method: null,
  target: null,
  n: 0,
  mean: null,
  min: null,
  max: null,
  outside: 0,
  judgement: null,
} as const
const items: InspectionItem[] = [
  { ...blank, name: '熔体流动速率', unit: 'g/10min', low: 33, high: 37, required: true, digits: 1 },
  { ...blank, name: '外观', unit: null, low: null, high: null, required: true, digits: null },
]
function Form({ onChange }: { onChange: (readings: ItemReading[]) => void }) {
  const [readings, setReadings] = useState<ItemReading[]>([])
  const change = (next: ItemReading[]) => {
    setReadings(next)
    onChange(next)
  }
  return <ItemReadingsList items={items} readings={readings} onChange={change} />
}
const key = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('takes readings one after the other and judges each at once', async () => {
  let now: ItemReading[] = []
  render(<Form onChange={(next) => (now = next)} />)
  expect(screen.getAllByText('待检')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: '添加检测值 · 熔体流动速率' }))
  await userEvent.keyboard('35.2{Enter}')
  // The pad continues with the next sample.
  expect(await screen.findByText('熔体流动速率 · 样品 2')).toBeTruthy()
  await userEvent.keyboard('38{Enter}')
  await userEvent.keyboard('{Enter}')
  expect(now).toEqual([
    { item: 0, sample: 1, value: 35.2, ok: null },
    { item: 0, sample: 2, value: 38, ok: null },
  ])
  expect(screen.getByRole('button', { name: '熔体流动速率 · 样品 2: 38' }).className).toContain('is-out')
  expect(screen.getByText('不合格')).toBeTruthy()
  await key('符合')
  expect(now.at(-1)).toEqual({ item: 1, sample: 1, value: null, ok: true })
  await key('符合')
  expect(now.some(({ item }) => item === 1)).toBe(false)
})

it('says how the readings of an item are compared with its limits', () => {
  const onChange = () => undefined
  const withoutIndex = { ...items[0]!, name: '灰分', unit: '%', low: null, high: 76.6, digits: null }
  const { container } = render(<ItemReadingsList items={[...items, withoutIndex]} readings={[]} onChange={onChange} />)
  const list = within(container)
  expect(list.getByText('33 – 37 g/10min · 修约到 1 位小数后比较（GB/T 8170）')).toBeTruthy()
  expect(list.getByText('≤ 76.6 % · 未选检测项目：全数值比较，不修约（GB/T 8170）')).toBeTruthy()
  expect(list.getAllByText(/GB\/T 8170/)).toHaveLength(2)
})
