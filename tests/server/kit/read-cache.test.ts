import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantSetting } from '@/plant/contract/plant-setting'
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { cacheReadByKey } from '@/server/cached-read'
import { createContext, createEffects, getPoolQuery } from '@/server/create-context'
import { runAsSystem } from '@/server/start-application'
import { createTestPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant()
})
afterAll(() => plant.close())

const runInContext = <T>(work: (ctx: Context) => Promise<T>): Promise<T> => runAsSystem(plant.app, 'test', work)
const gapHours = () => runInContext(async (ctx) => (await loadPlantSettings(ctx)).gapHours)
/** Counts how often the settings are read from the database. */
async function reads(work: () => Promise<unknown>): Promise<number> {
  let n = 0
  const { pool } = plant.app.db
  const connect = pool.connect.bind(pool)
  pool.connect = (async () => {
    const client = await connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    client.query = ((...args: unknown[]) => {
      const text = String((args[0] as { text?: string }).text ?? args[0])
      if (text.includes('from "plant_setting"')) n += 1
      return query(...args)
    }) as typeof client.query
    return client
  }) as typeof pool.connect
  try {
    await work()
  } finally {
    pool.connect = connect as typeof pool.connect
  }
  return n
}

test('plant settings are read once, and again after a change', async () => {
  const usual = await gapHours()
  expect(await reads(gapHours)).toBe(0)
  await runInContext((ctx) => ctx.rows.insert(plantSetting, { key: 'gapHours', value: usual + 3 }))
  expect(await reads(gapHours)).toBe(1)
  expect(await reads(gapHours)).toBe(0)
  expect(await gapHours()).toBe(usual + 3)
})
test('a change is visible to its own transaction at once and to others after the commit', async () => {
  const gapHoursBefore = await gapHours()
  let seen = 0
  const change = runInContext(async (ctx) => {
    const row = (await ctx.rows.find(plantSetting, { where: { key: 'gapHours' }, limit: 1 }))[0]!
    await ctx.rows.update(plantSetting, row.id, { value: gapHoursBefore + 5 })
    seen = (await loadPlantSettings(ctx)).gapHours
    throw new Error('not after all')
  })
  await expect(change).rejects.toThrow('not after all')
  expect(seen).toBe(gapHoursBefore + 5)
  expect(await gapHours()).toBe(gapHoursBefore)
})
test('cached values are frozen against changes by a caller', async () => {
  const settings = await runInContext(loadPlantSettings)
  expect(() => Object.assign(settings, { gapHours: 0 })).toThrow(TypeError)
})

const ORIGIN = {
  requestId: 'test',
  address: null,
  device: null,
  via: 'job',
  occurredAt: null,
  baseVersion: null,
} as const
test('an answer is cached by its key and shared by concurrent callers', async () => {
  let n = 0
  let block = Promise.resolve()
  const readCached = cacheReadByKey(
    [plantSetting],
    (of: string) => of,
    async (_ctx, of) => {
      const mine = (n += 1)
      await block
      if (of === 'refused') throw new Error(`refused ${mine}`)
      return { of, n: mine }
    },
  )
  const readByKey = (of: string) => readCached(onPool(), of)
  const onPool = () =>
    createContext(
      plant.app,
      { endpoint: 'test', person: null, origin: ORIGIN, language: 'zh' },
      getPoolQuery(plant.app),
      createEffects(),
    )
  expect([await readByKey('a'), await readByKey('b'), await readByKey('a')]).toEqual([
    { of: 'a', n: 1 },
    { of: 'b', n: 2 },
    { of: 'a', n: 1 },
  ])
  const touchSettings = () => runInContext((ctx) => Promise.resolve(ctx.touch('plantSetting')))
  await touchSettings()
  let release: () => void = () => undefined
  block = new Promise((go) => (release = go))
  const all = Promise.all([readByKey('a'), readByKey('a'), readByKey('a')])
  await new Promise((wait) => setTimeout(wait, 20))
  // A read after a change does not share a read that began before it.
  await touchSettings()
  const later = readByKey('a')
  await new Promise((wait) => setTimeout(wait, 20))
  release()
  expect([...(await all), await later].map((answer) => answer.n)).toEqual([3, 3, 3, 4])

  // A transaction holds a connection that the other reader may need, so it does not wait for that reader.
  await touchSettings()
  block = new Promise((go) => (release = go))
  const waiting = readByKey('a')
  block = Promise.resolve()
  expect(await runInContext((ctx) => readCached(ctx, 'a'))).toEqual({ of: 'a', n: 6 })
  release()
  expect((await waiting).n).toBe(5)

  // A failed read is neither shared nor cached.
  const tries = await Promise.allSettled([readByKey('refused'), readByKey('refused')])
  expect(tries.map((one) => (one.status === 'rejected' ? String(one.reason) : 'kept'))).toEqual([
    'Error: refused 7',
    'Error: refused 8',
  ])
  await expect(readByKey('refused')).rejects.toThrow('refused 9')
})
