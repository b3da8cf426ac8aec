import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantSetting } from '@/plant/contract/plant-setting'
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { cacheReadByKey } from '@/server/cached-read'
import { createContext, createEffects, getPoolQuery } from '@/server/pipeline'
import { runAsSystem } from '@/server/start-application'
import { testPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await testPlant()
})
afterAll(() => plant.close())

const within = <T>(work: (ctx: Context) => Promise<T>): Promise<T> => runAsSystem(plant.app, 'test', work)
const gapHours = () => within(async (ctx) => (await loadPlantSettings(ctx)).gapHours)
/** How often the settings were read from the database. */
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

test('the figures of the plant are read once, and anew after a change', async () => {
  const usual = await gapHours()
  expect(await reads(gapHours)).toBe(0)
  await within((ctx) => ctx.rows.insert(plantSetting, { key: 'gapHours', value: usual + 3 }))
  expect(await reads(gapHours)).toBe(1)
  expect(await reads(gapHours)).toBe(0)
  expect(await gapHours()).toBe(usual + 3)
})
test('who changes them sees the change at once, and nobody else does before it is certain', async () => {
  const before = await gapHours()
  let seen = 0
  const change = within(async (ctx) => {
    const row = (await ctx.rows.find(plantSetting, { where: { key: 'gapHours' }, limit: 1 }))[0]!
    await ctx.rows.update(plantSetting, row.id, { value: before + 5 })
    seen = (await loadPlantSettings(ctx)).gapHours
    throw new Error('not after all')
  })
  await expect(change).rejects.toThrow('not after all')
  expect(seen).toBe(before + 5)
  expect(await gapHours()).toBe(before)
})
test('what all calls share cannot be changed by one of them', async () => {
  const settings = await within(loadPlantSettings)
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
test('an answer to what is asked is kept by it, and shared by those who ask meanwhile', async () => {
  let n = 0
  let block = Promise.resolve()
  const said = cacheReadByKey(
    [plantSetting],
    (of: string) => of,
    async (_ctx, of) => {
      const mine = (n += 1)
      await block
      if (of === 'refused') throw new Error(`refused ${mine}`)
      return { of, n: mine }
    },
  )
  const ask = (of: string) => said(onPool(), of)
  const onPool = () =>
    createContext(
      plant.app,
      { endpoint: 'test', person: null, origin: ORIGIN, language: 'zh' },
      getPoolQuery(plant.app),
      createEffects(),
    )
  expect([await ask('a'), await ask('b'), await ask('a')]).toEqual([
    { of: 'a', n: 1 },
    { of: 'b', n: 2 },
    { of: 'a', n: 1 },
  ])
  const touched = () => within((ctx) => Promise.resolve(ctx.touch('plantSetting')))
  await touched()
  let release: () => void = () => undefined
  block = new Promise((go) => (release = go))
  const all = Promise.all([ask('a'), ask('a'), ask('a')])
  await new Promise((wait) => setTimeout(wait, 20))
  // Whoever asks after a change does not get what was begun before it.
  await touched()
  const later = ask('a')
  await new Promise((wait) => setTimeout(wait, 20))
  release()
  expect([...(await all), await later].map((answer) => answer.n)).toEqual([3, 3, 3, 4])

  // A transaction holds a connection that the other reader may be waiting for: it waits for nobody.
  await touched()
  block = new Promise((go) => (release = go))
  const waiting = ask('a')
  block = Promise.resolve()
  expect(await within((ctx) => said(ctx, 'a'))).toEqual({ of: 'a', n: 6 })
  release()
  expect((await waiting).n).toBe(5)

  // A read that failed is nobody else's, and is not kept.
  const tries = await Promise.allSettled([ask('refused'), ask('refused')])
  expect(tries.map((one) => (one.status === 'rejected' ? String(one.reason) : 'kept'))).toEqual([
    'Error: refused 7',
    'Error: refused 8',
  ])
  await expect(ask('refused')).rejects.toThrow('refused 9')
})
