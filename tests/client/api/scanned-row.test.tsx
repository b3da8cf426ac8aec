// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import { replacePhoneStore } from '@/client/api/phone'
import { findRowOrReason, notifyRefusal } from '@/client/api/scanned-row'
import { createFakePhone } from '../fake-phone'
import { loadTexts } from '../texts'

const failureTexts = vi.hoisted(() => [] as string[])
vi.mock('@/client/api/notify', () => ({ notifyFailure: (text: string) => failureTexts.push(text) }))

const lot = { resource: 'materialLot', id: '1', label: 'L-1' }
const material = { resource: 'material', id: '2', label: 'PP' }
const holding = (...hits: (typeof lot)[]) =>
  replacePhoneStore({
    ...createFakePhone(),
    findRowsByCode: () => Promise.resolve(hits.map((hit) => ({ ...hit, row: {} }))),
  })
const broken = () =>
  replacePhoneStore({ ...createFakePhone(), findRowsByCode: () => Promise.reject(new Error('no storage')) })
const scan = (askServer?: () => Promise<(typeof lot)[]>) =>
  findRowOrReason('L-1', ['materialLot', 'material'], {
    unknownMessage: 'unknown',
    ...(askServer ? { askServer } : {}),
  })

beforeEach(async () => {
  await loadTexts()
  failureTexts.length = 0
})

it('is found on the phone, in the named resource first; the server is not asked', async () => {
  holding(material, lot)
  const askServer = vi.fn(() => Promise.resolve([]))
  expect(await scan(askServer)).toMatchObject({ hit: lot })
  expect(askServer).not.toHaveBeenCalled()
})
it("is otherwise found on the server, also if the phone's store fails", async () => {
  holding({ ...lot, resource: 'equipment' })
  expect(await scan(() => Promise.resolve([material]))).toEqual({ hit: material })
  broken()
  expect(await scan(() => Promise.resolve([lot]))).toEqual({ hit: lot })
})
it('is called unknown only when every source was asked', async () => {
  holding()
  expect(await scan()).toEqual({ reason: 'unknown' })
  expect(await scan(() => Promise.resolve([]))).toEqual({ reason: 'unknown' })
})
it('reports a failed lookup if the store or the server is unavailable', async () => {
  const reason = '暂时无法查询 L-1，请检查网络后再扫一次'
  broken()
  expect(await scan()).toEqual({ reason })
  holding()
  expect(await scan(() => Promise.reject(new ApiError('network', '网络异常')))).toEqual({ reason })
})
it('is reported by a toast if no open scanner can show it', () => {
  for (const why of ['unknown', null, undefined]) notifyRefusal(why)
  expect(failureTexts).toEqual(['unknown'])
})
