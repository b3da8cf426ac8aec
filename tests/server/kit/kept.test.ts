import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantSetting } from '@/plant/contract/plant-setting'
import { settingsOf } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { asSystem } from '@/server/start-application'
import { testPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await testPlant()
})
afterAll(() => plant.close())

const within = <T>(work: (ctx: Context) => Promise<T>): Promise<T> => asSystem(plant.app, 'test', work)
const gapHours = () => within(async (ctx) => (await settingsOf(ctx)).gapHours)
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
    seen = (await settingsOf(ctx)).gapHours
    throw new Error('not after all')
  })
  await expect(change).rejects.toThrow('not after all')
  expect(seen).toBe(before + 5)
  expect(await gapHours()).toBe(before)
})
test('what all calls share cannot be changed by one of them', async () => {
  const settings = await within(settingsOf)
  expect(() => Object.assign(settings, { gapHours: 0 })).toThrow(TypeError)
})
