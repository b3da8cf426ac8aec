// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LotHoldPreview } from '@/areas/tracing/client/hold/LotHoldPreview'
import { RecallList } from '@/areas/tracing/client/hold/RecallList'
import rollsWords from '@/areas/rolls/locales/zh.json'
import slittingWords from '@/areas/slitting/locales/zh.json'
import words from '@/areas/tracing/locales/zh.json'
import plantWords from '@/plant/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import type { ReactElement } from 'react'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { setElementSize } from '../../fake-layout'
import { loadTexts } from '../../texts'

const LOT = '0199aff3-9400-7150-8a1d-000000000041'
const EMPTY_RECALL = {
  total: 0,
  omittedRolls: 0,
  omittedPelletLots: 0,
  inPlantKg: 0,
  goneKg: 0,
  goneOrders: 0,
  customers: [],
  rows: [],
  traceKg: 0.1,
  pelletRolls: 0,
  unrecordedRolls: 0,
  traceRolls: 0,
  pelletLotCount: 0,
  pelletLots: [],
  inPlantRolls: 0,
  pelletRollsInPlant: 0,
  unrecordedRollsInPlant: 0,
  pelletRollsMaxKg: 0,
  pelletLotsInStore: 0,
  pelletLotsMaxKg: 0,
  stock: [],
  packingRolls: 0,
  packingOrderCount: 0,
  packingOrders: [],
  waitingWasteCount: 0,
  waitingWasteKg: 0,
  waitingWaste: [],
  departedWasteCount: 0,
  departedWasteKg: 0,
  departedWaste: [],
  fedBalance: [],
}
const show = (view: ReactElement, recall: object) => {
  startFakeServer({ 'GET /rolls/recall': () => ok({ ...EMPTY_RECALL, ...recall }) })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{view}</MemoryRouter>
    </QueryClientProvider>,
  )
}
const showRecall = (recall: object, kind: 'materialLot' | 'jumboRoll' = 'materialLot') =>
  show(<RecallList subject={{ kind, id: LOT }} label="L-1" />, recall)
const texts = words.pages.qualityTracking
beforeEach(async () => {
  await loadTexts({ rolls: rollsWords, slitting: slittingWords, tracing: words, plant: plantWords })
  replacePhoneStore(createFakePhone())
  setElementSize(900)
  signInPerson({ keys: ['qualityTrackingView', 'qualityTrackingDownload'] })
})
afterEach(cleanup)

it('lists the stock of a lot that is in no roll, and does not say that nothing is left', async () => {
  showRecall({ stock: [{ place: 'A-03', inHopper: false, kg: 23_816 }] })
  expect(await screen.findByText('A-03')).toBeTruthy()
  expect(document.body.textContent).toMatch(/23,?816/)
  expect(screen.getByText(texts.noRolls)).toBeTruthy()
  expect(screen.queryByText(texts.nothingReached)).toBeNull()
  expect(screen.queryByText(texts.nothingOfLot)).toBeNull()
})
it('names the orders and customers of a packing lot', async () => {
  showRecall({
    packingRolls: 6,
    packingOrderCount: 1,
    packingOrders: [
      {
        order: 'WO-7',
        customer: '卫材公司',
        fedAt: '2026-11-20T01:30:00.000Z',
        kg: 40,
        rolls: 6,
        goneRolls: 2,
        packages: 2,
      },
    ],
  })
  expect(await screen.findByText('WO-7')).toBeTruthy()
  expect(screen.getByText('卫材公司')).toBeTruthy()
  expect(document.body.textContent).toContain('卷数：6')
})
it('lists trim that is in no pellet lot and waste that was sold, also of a lot in no roll', async () => {
  const waste = { number: null, order: 'WO-7', line: '1号线', traceAmount: false, through: 'direct' }
  showRecall({
    waitingWasteCount: 501,
    waitingWasteKg: 258.75,
    waitingWaste: [
      { ...waste, wasteKind: 'edgeTrim', kg: 300, maxKg: 258.75, waitingSince: '2026-11-20T01:30:00.000Z' },
    ],
    departedWasteCount: 1,
    departedWasteKg: 8.1,
    departedWaste: [
      { ...waste, wasteKind: 'startUp', kg: 9, maxKg: 8.1, destination: 'sold', departedOn: '2026-11-20' },
    ],
  })
  expect(await screen.findByText(words.answers.waitingWaste)).toBeTruthy()
  expect(screen.getByText(words.answers.departedWaste)).toBeTruthy()
  for (const text of ['边料', '开机料', '外售', '1号线', '258.75', '8.1', '前 1 条，共 501 条'])
    expect(document.body.textContent).toContain(text)
  expect(screen.queryByText(texts.nothingOfLot)).toBeNull()
})
it('says of a lot in no roll and not in store only what the books know', async () => {
  showRecall({})
  expect(await screen.findByText(texts.nothingOfLot)).toBeTruthy()
})
it('counts what it does not list because it holds less than half a gram', async () => {
  showRecall({ omittedRolls: 781, omittedPelletLots: 1 })
  expect(await screen.findByText('未列出（经再生粒含量各不足 0.5 g）：781 卷，再生粒 1 批')).toBeTruthy()
  expect(screen.queryByText(texts.nothingOfLot)).toBeNull()
})
it('says how many rolls the workbook has if it cannot take all', async () => {
  showRecall({ total: 200_001 })
  expect(await screen.findByText(/共 200001 条；Excel 有前 200000 条/)).toBeTruthy()
})
it('tells before a hold which pellet lots are blocked and which rolls are not held', async () => {
  show(<LotHoldPreview lotId={LOT} />, {
    pelletLotsInStore: 2,
    pelletLotsMaxKg: 318,
    pelletRollsInPlant: 9,
    pelletRollsMaxKg: 0.159,
    unrecordedRollsInPlant: 4,
  })
  expect(await screen.findByText('将冻结的再生粒批次（含量不少于 0.1 kg）：2，单批最多含 318 kg')).toBeTruthy()
  expect(screen.getByText('因再生粒扣留的厂内卷（含量不少于 0.1 kg）：9，单卷最多含 0.159 kg')).toBeTruthy()
  expect(screen.getByText(/不扣留.*4$/)).toBeTruthy()
  expect(screen.getByText(texts.holdWhatLot)).toBeTruthy()
})
