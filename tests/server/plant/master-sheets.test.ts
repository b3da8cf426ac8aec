import { afterAll, beforeAll, expect, test } from 'vitest'
import { good, staffed, type Staff } from '../people'
import type { Caller, TestPlant } from '../harness'

/** What an empty plant begins with comes in by sheets: its lines, materials and customers. */
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
}, 120_000)
afterAll(() => plant.close())

const cases: [string, keyof Staff, keyof Staff, string, string, string][] = [
  ['/plant/line_import', 'maint-lead', 'prod-lead', '编码,名称,类别', 'SB-9,纺粘九线,纺粘', 'SB-9,纺粘9线,纺粘'],
  ['/mater/material_import', 'prod-lead', 'maint', '编码,名称,类别', 'PP-9,聚丙烯,主料', 'PP-9,聚丙烯九,主料'],
  ['/plant/customer_import', 'prod-lead', 'maint', '编码,名称', 'C-9,九号客户', 'C-9,九号公司'],
]
const send = (who: Caller, path: string, head: string, row: string) =>
  who.upload(path, Buffer.from(`${head}\n${row}\n`), {}, 'rows.csv')
test.each(cases)(
  '%s adds rows and changes them, for who may by a form',
  async (path, who, other, head, first, next) => {
    expect((await send(staff[other], path, head, first)).errno).toBe('401')
    expect(good(await send(staff[who], path, head, first))).toMatchObject({ created: 1, updated: 0 })
    expect(good(await send(staff[who], path, head, first))).toMatchObject({ created: 0, unchanged: 1 })
    expect(good(await send(staff[who], path, head, next))).toMatchObject({ created: 0, updated: 1 })
  },
)
