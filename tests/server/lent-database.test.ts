import { describe, expect, test } from 'vitest'
import { equipment } from '@/areas/equipment/contract/equipment'
import { KEY_SETTING } from '@/server/seals'
import { expectOk } from './plant-staff'
import { createTestPlant, type TestPlant } from './harness'

/** All that a plant holds, but for who signed in and the fingerprint of its own key. */
async function contents(plant: TestPlant): Promise<Record<string, string[]>> {
  const tables = await plant.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables)
    all[name] = (await plant.query<{ row: string }>(`select t::text as row from ${name} t`))
      .map(({ row }) => row)
      .filter((row) => !row.includes(KEY_SETTING))
      .sort()
  return all
}

describe('a test plant', () => {
  test('starts with the same rows, whatever the previous test wrote', async () => {
    const first = await createTestPlant()
    const contentsBefore = await contents(first)
    expect(Object.values(contentsBefore).filter((rows) => rows.length).length).toBeGreaterThan(4)
    const admin = await first.as('admin')
    expectOk(await admin.call(equipment.endpoints.create, { code: 'LEFT', name: 'left behind' }))
    await first.query(`update role set version = version + 7`)
    await first.query(`delete from stop_reason`)
    await first.close()
    const second = await createTestPlant()
    expect(await contents(second)).toEqual(contentsBefore)
    await second.close()
  })

  test('with altered tables is not reused', async () => {
    const first = await createTestPlant()
    await first.query('alter table machine_run add column odd integer')
    await first.close()
    const second = await createTestPlant()
    expect(
      await second.query(
        `select 1 from information_schema.columns where table_name = 'machine_run' and column_name = 'odd'`,
      ),
    ).toEqual([])
    await second.close()
  })
})
