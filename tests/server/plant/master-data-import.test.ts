import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRows, expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import type { Caller, TestPlant } from '../harness'

/** An empty plant starts with imports of its lines, materials and customers. */
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
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
    expect(expectOk(await send(staff[who], path, head, first))).toMatchObject({ created: 1, updated: 0 })
    expect(expectOk(await send(staff[who], path, head, first))).toMatchObject({ created: 0, unchanged: 1 })
    expect(expectOk(await send(staff[who], path, head, next))).toMatchObject({ created: 0, updated: 1 })
  },
)

/** The same for people, whose import needs the password again. */
const sheets: [string, keyof Staff, string, string, (n: number) => string][] = [
  ['/plant/line_import', 'maint-lead', 'line', '编码,名称,类别', (n) => `SB-${n},纺粘${n}线,纺粘`],
  ['/mater/material_import', 'prod-lead', 'material', '编码,名称,类别', (n) => `PP-${n},聚丙烯${n},主料`],
  ['/plant/customer_import', 'prod-lead', 'customer', '编码,名称', (n) => `C-${n},${n}号客户`],
  ['/user/import', 'admin', 'app_user', '用户名,姓名,角色', (n) => `person-${n},${n}号员工,${role}`],
]
let role: string
beforeAll(async () => {
  role = (await plant.query<{ name: string }>(`select name from role where code = 'OPERATOR-LINE'`))[0]!.name
})
const file = (...lines: string[]) => Buffer.from(`${lines.join('\n')}\n`)
describe.each(sheets)('%s', (path, who, table, head, row) => {
  const upload = (bytes: Buffer, name = 'rows.csv', more: Record<string, string> = {}) =>
    staff[who].upload(path, bytes, more, name)
  const rows = () => countRows(plant, table)
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['headings alone', () => file(head)],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a program', Buffer.from('4d5a90000300', 'hex')],
    ['a workbook of which half is lost', Buffer.from('504b030414000600080000002100', 'hex')],
    ['a page of HTML', Buffer.from('<html><table><tr><td>SB</td></tr></table></html>')],
  ] as [string, Buffer | (() => Buffer)][])(
    'a file of %s is refused with a reason and stores nothing',
    async (_what, bytes) => {
      const before = await rows()
      for (const name of ['rows.csv', 'rows.xlsx']) {
        const answer = await upload(typeof bytes === 'function' ? bytes() : bytes, name)
        if (answer.errno === '200') expect(answer.data).toMatchObject({ created: 0, updated: 0 })
        else expect([answer.errno, answer.errmsg.length > 5]).toEqual(['6000', true])
      }
      expect(await rows()).toBe(before)
    },
  )
  test('one bad row, or an unknown column, is named and refuses the whole file', async () => {
    const before = await rows()
    const bad = await upload(file(head, row(30), row(31).replace(/[^,]*$/, ''), row(32)))
    expect(bad).toMatchObject({ errno: '6000', data: { rows: [{ row: 3 }] } })
    const unknown = await upload(file(`${head},体重`, `${row(30)},70`))
    expect(unknown).toMatchObject({ errno: '6000', data: { rows: [{ issue: { code: 'unknownField' } }] } })
    expect(await rows()).toBe(before)
  })
  test('a duplicate row in a file is refused at the second occurrence', async () => {
    const before = await rows()
    const twice = await upload(file(head, row(40), row(41), row(40)))
    expect(twice).toMatchObject({ errno: '6000', data: { rows: [{ row: 4 }] } })
    expect(await rows()).toBe(before)
  })
  test('a repeated file changes nothing, a new one adds the new rows, a trial stores nothing', async () => {
    const before = await rows()
    const [first, second] = [file(head, row(50), row(51)), file(head, row(51), row(52))]
    expect(expectOk(await upload(first, 'rows.csv', { dryRun: 'true' }))).toMatchObject({ created: 2, dryRun: true })
    expect(await rows()).toBe(before)
    expect(expectOk(await upload(first))).toMatchObject({ created: 2, updated: 0, unchanged: 0 })
    expect(expectOk(await upload(first))).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(expectOk(await upload(second))).toMatchObject({ created: 1, updated: 0, unchanged: 1 })
    expect(await rows()).toBe(before + 3)
  })
  test('two imports of one file at once create each row once', async () => {
    const before = await rows()
    const sent = file(head, row(60), row(61))
    const both = await Promise.all([upload(sent), upload(sent)])
    // The second import finds the rows, or learns that they were just created.
    expect(both.map(({ errno }) => errno)).toContain('200')
    for (const { errno } of both) expect(['200', '4003', '6000']).toContain(errno)
    expect(await rows()).toBe(before + 2)
  })
})
