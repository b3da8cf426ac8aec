// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import { replacePhone } from '@/client/api/phone'
import { findRowOrReason, notifyRefusal } from '@/client/api/scanned-row'
import { fakePhone } from '../fake-phone'
import { loadTexts } from '../texts'

const told = vi.hoisted(() => [] as string[])
vi.mock('@/client/api/notify', () => ({ notifyFailure: (text: string) => told.push(text) }))

const lot = { resource: 'materialLot', id: '1', label: 'L-1' }
const material = { resource: 'material', id: '2', label: 'PP' }
const holding = (...hits: (typeof lot)[]) =>
  replacePhone({ ...fakePhone(), findCode: () => Promise.resolve(hits.map((hit) => ({ ...hit, row: {} }))) })
const broken = () => replacePhone({ ...fakePhone(), findCode: () => Promise.reject(new Error('no storage')) })
const scan = (askServer?: () => Promise<(typeof lot)[]>) =>
  findRowOrReason('L-1', ['materialLot', 'material'], { unknown: 'unknown', ...(askServer ? { askServer } : {}) })

beforeEach(async () => {
  await loadTexts()
  told.length = 0
})

it('is what the phone knows, the resource named first before others; the server is not asked', async () => {
  holding(material, lot)
  const askServer = vi.fn(() => Promise.resolve([]))
  expect(await scan(askServer)).toMatchObject({ hit: lot })
  expect(askServer).not.toHaveBeenCalled()
})
it('else what the server knows, also when the store of the phone fails', async () => {
  holding({ ...lot, resource: 'equipment' })
  expect(await scan(() => Promise.resolve([material]))).toEqual({ hit: material })
  broken()
  expect(await scan(() => Promise.resolve([lot]))).toEqual({ hit: lot })
})
it('is called unknown only when everyone was asked', async () => {
  holding()
  expect(await scan()).toEqual({ why: 'unknown' })
  expect(await scan(() => Promise.resolve([]))).toEqual({ why: 'unknown' })
})
it('says that it could not be looked up when the store or the server cannot be asked', async () => {
  const why = '暂时无法查询 L-1，请检查网络后再扫一次'
  broken()
  expect(await scan()).toEqual({ why })
  holding()
  expect(await scan(() => Promise.reject(new ApiError('network', '网络异常')))).toEqual({ why })
})
it('is told aloud where no scanner stands open to say it', () => {
  for (const why of ['unknown', null, undefined]) notifyRefusal(why)
  expect(told).toEqual(['unknown'])
})
