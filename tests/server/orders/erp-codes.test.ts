import { afterAll, beforeAll, expect, test } from 'vitest'
import { erpOrder } from '@/areas/orders/contract/erp-order'
import { expectOk, createStaffedPlant } from '../plant-staff'
import { createCustomer, createProduct, nextSerial, type OrdersPlant } from './orders-plant'

let p: OrdersPlant
beforeAll(async () => {
  p = await createStaffedPlant()
}, 120_000)
afterAll(() => p.plant.close())
const lead = () => p.staff['prod-lead']
const add = (more: Record<string, unknown>) =>
  lead().call(erpOrder.endpoints.create, { externalNumber: `CODE-${nextSerial()}`, orderedKg: 100, ...more } as never, {
    language: 'en',
  })

test('a product and the code of another one are refused at the code, whoever enters them', async () => {
  const [chosen, other] = [await createProduct(p, {}, null), await createProduct(p, {}, null)]
  const refused = await add({ productId: chosen.id, productCode: other.code })
  expect([refused.errno, refused.errmsg]).toEqual([
    '6000',
    `Code ${other.code} is not that of the product chosen (${chosen.code})`,
  ])
  expect(refused.data).toMatchObject({
    issues: [{ path: ['productCode'], code: 'notOfChosen', params: { code: chosen.code } }],
  })
  // Manual entry of our product needs no matching ERP code.
  expect((await add({ productId: chosen.id, productCode: `X-${nextSerial()}` })).errno).toBe('6000')
  const row = expectOk(await add({ productId: chosen.id, productCode: chosen.code }))
  const edited = { id: row.id, version: row.version }
  expect(
    (await lead().call(erpOrder.endpoints.update, { ...edited, productId: chosen.id, productCode: other.code })).errno,
  ).toBe('6000')
  expect((await lead().call(erpOrder.endpoints.update, { ...edited, productId: other.id })).errno).toBe('6000')
  // A code on its own selects its product.
  expect(expectOk(await lead().call(erpOrder.endpoints.update, { ...edited, productCode: other.code }))).toMatchObject({
    productId: other.id,
  })
})
test('a customer and the code of another one are refused', async () => {
  const [chosen, other, made] = [await createCustomer(p), await createCustomer(p), await createProduct(p, {}, null)]
  const more = { productCode: made.code, customerId: chosen.id }
  expect((await add({ ...more, customerCode: other.code })).data).toMatchObject({
    issues: [{ path: ['customerCode'] }],
  })
  expect(expectOk(await add({ ...more, customerCode: chosen.code }))).toMatchObject({ customerId: chosen.id })
  expect(expectOk(await add(more))).toMatchObject({ customerId: chosen.id })
})
test('an import is judged alike, except that an ERP code may stand for a chosen product', async () => {
  const [chosen, other] = [await createProduct(p, {}, null), await createProduct(p, {}, null)]
  const sheet = (number: string, code: string, product: string) =>
    lead().upload(
      '/equ/erp_mes_import',
      Buffer.from(`\ufeffERP 单号;产品编码;产品;订购重量\r\n${number};${code};${product};100\r\n`),
      {},
      'orders.csv',
    )
  const refused = await sheet(`SHEET-${nextSerial()}`, other.code, chosen.code)
  expect(refused.errno).toBe('6000')
  expect(refused.data).toMatchObject({ rows: [{ row: 2, issue: { path: ['productCode'], code: 'notOfChosen' } }] })
  expect((await sheet(`SHEET-${nextSerial()}`, chosen.code, chosen.code)).data).toMatchObject({ created: 1 })
  const warned = await lead().upload(
    '/equ/erp_mes_import',
    Buffer.from(
      `\ufeffERP 单号;产品编码;克重 (g/m²);订购重量\r\nGSM-1;${chosen.code};15;1\r\nGSM-2;${chosen.code};99;1\r\n`,
    ),
    { dryRun: 'true' },
    'orders.csv',
  )
  expect(warned.data).toMatchObject({
    warnings: [{ row: 3, message: `克重 99 g/m² 与产品 ${chosen.code} 的 15 g/m² 不同，请确认` }],
  })
  const number = `SHEET-${nextSerial()}`
  const foreignCode = {
    row: 2,
    message: `产品编码 ITEM-0815 不是本系统的产品编码，订单按所填产品 ${chosen.code} 导入，请确认`,
  }
  expect((await sheet(number, 'ITEM-0815', chosen.code)).data).toMatchObject({ created: 1, warnings: [foreignCode] })
  // The ERP repeats its own code with every line.
  expect((await sheet(number, 'ITEM-0815', chosen.code)).data).toMatchObject({ unchanged: 1, warnings: [] })
  expect((await sheet(`SHEET-${nextSerial()}`, chosen.code.toLowerCase(), chosen.code)).data).toMatchObject({
    created: 1,
    warnings: [],
  })
  expect((await sheet(number, other.code, chosen.code)).errno).toBe('6000')
})
test('a code of the ERP beside a chosen customer is imported with a warning', async () => {
  const [made, chosen] = [await createProduct(p, {}, null), await createCustomer(p)]
  const sheet = (number: string, code: string) =>
    lead().upload(
      '/equ/erp_mes_import',
      Buffer.from(
        `\ufeffERP 单号;产品编码;客户编码;客户;订购重量\r\n${number};${made.code};${code};${chosen.code};100\r\n`,
      ),
      {},
      'orders.csv',
    )
  const number = `SHEET-${nextSerial()}`
  const message = `客户编码 K-4711 不是本系统的客户编码，订单按所填客户 ${chosen.code} 导入，请确认`
  expect((await sheet(number, 'K-4711')).data).toMatchObject({ created: 1, warnings: [{ row: 2, message }] })
  expect((await sheet(number, 'K-4711')).data).toMatchObject({ unchanged: 1, warnings: [] })
  expect((await sheet(`SHEET-${nextSerial()}`, chosen.code.toLowerCase())).data).toMatchObject({ warnings: [] })
})
test('a code in another case or in full-width letters selects its product, an ambiguous one none', async () => {
  const made = await createProduct(p, { code: 'PE-Film-7' }, null)
  const buyer = await createCustomer(p)
  const line = expectOk(await add({ productCode: 'ＰＥ－ｆｉｌｍ－７', customerCode: buyer.code.toLowerCase() }))
  expect(line).toMatchObject({ productId: made.id, customerId: buyer.id })
  expect(expectOk(await add({ productId: made.id, productCode: 'pe-film-7' }))).toMatchObject({ productId: made.id })
  // Two products of an older release that differ in case only.
  const twin = await createProduct(p, {}, null)
  await p.plant.query(`update product set code = 'pe-FILM-7' where id = $1`, [twin.id])
  expect(expectOk(await add({ productCode: 'pe-film-7' }))).toMatchObject({ productId: null })
  expect(expectOk(await add({ productCode: 'pe-FILM-7' }))).toMatchObject({ productId: twin.id })
})
