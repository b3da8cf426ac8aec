// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RollEntryView, type RollEntryCell } from '@/areas/laboratory/client/RollEntryView'
import words from '@/areas/laboratory/locales/zh.json'
import client from '@/client/locales/zh.json'
import { loadTexts } from '../../texts'

beforeEach(() => loadTexts({ laboratory: words }))
afterEach(cleanup)

const cell = (indexId: string, name: string, samples: number): RollEntryCell => ({
  indexId,
  name,
  unit: 'g/m²',
  signed: false,
  samples,
  result: undefined,
  limits: undefined,
  refusal: undefined,
})
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: key }))
}

it('enters the samples of a roll on the pad, which advances to the next value and the next index', async () => {
  const onSave = vi.fn()
  const rows = ['J-1', 'J-2'].map((label) => ({
    key: label,
    label,
    cells: [cell('a', '克重', 2), cell('b', '渗透', 1)],
  }))
  render(<RollEntryView rows={rows} onSave={onSave} />)
  expect(screen.getByText('J-1')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /克重/ }))
  await press('5', client.ui.pad.take, '6', client.ui.pad.take)
  expect(onSave).toHaveBeenCalledWith(0, 'a', '5 6')
  // A value below the limit of detection has its own key.
  expect(screen.getByRole('dialog', { name: '渗透' })).toBeTruthy()
  await press(client.ui.pad.below, '0', '.', '5', client.ui.pad.take)
  expect(onSave).toHaveBeenLastCalledWith(0, 'b', '<0.5')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: words.pages.qualityData.nextRoll }))
  expect(screen.getByText('J-2')).toBeTruthy()
})
