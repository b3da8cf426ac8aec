// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import quality from '@/areas/quality/locales/zh.json'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { qualityCheck } from '@/areas/quality/contract/quality-check'
import { checkFlagTones } from '@/areas/quality/client/tones'
import { CheckReadingList } from '@/areas/quality/client/sheet/CheckContent'
import { loadTexts } from '../../texts'

afterEach(cleanup)

it('readings of one item are told apart by their number', async () => {
  await loadTexts({ quality })
  const reading = (item: string, number: number, value: number | null) => ({ item, number, kind: 'number', value })
  render(
    <CheckReadingList
      readings={[reading('克重', 1, null), reading('克重', 2, 25), reading('克重', 3, 26), reading('厚度', 1, 0.3)]}
    />,
  )
  const names = screen.getAllByRole('listitem').map((one) => one.querySelector('b')?.textContent)
  expect(names).toEqual(['克重 第 2 次', '克重 第 3 次', '厚度'])
})
it('beside its label a choice that a check does not have is a dash', async () => {
  await loadTexts({ quality })
  const cell = createStateCell(qualityCheck, 'flag', checkFlagTones)
  render(
    <>
      <p>{cell({ id: '1', version: 1, flag: null })}</p>
      <p>{cell({ id: '2', version: 1, flag: 'soldMeanwhile' })}</p>
    </>,
  )
  expect(screen.getByText('–')).toBeTruthy()
  expect(screen.getByText('卷已发货或使用')).toBeTruthy()
})
