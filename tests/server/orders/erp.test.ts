import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  erpOrderNames,
  erpOrderOptions,
  erpOrder,
  erpSource,
  ignoreErpOrder,
  pullErpOrders,
  releaseErpOrder,
  undoErpRelease,
  settleErpConflict,
} from '@/areas/orders/contract/erp-order'
import { customer } from '@/areas/orders/contract/customer'
import { workOrder } from '@/areas/orders/contract/work-order'
import { adjustOrder, cancelOrder, closeOrder } from '@/areas/orders/contract/work-order-endpoints'
import {
  plantTime,
  countRows,
  expectOk,
  collectNotices,
  NOW,
  fetchRow,
  runJob,
  createStaffedPlant,
} from '../plant-staff'
import {
  answerInPages,
  createErpLine,
  createCustomer,
  createErp,
  createLine,
  createOrder,
  createProduct,
  createSource,
  nextSerial,
  startOrderOn,
  switchOrderTo,
  type Erp,
  type OrdersPlant,
} from './orders-plant'

// The fake ERP is on this machine, which the server normally refuses to call.
vi.mock('@/server/outbound/address', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  canCallAddress: () => true,
  isOnTheInternet: () => true,
}))

let p: OrdersPlant
let erp: Erp
beforeAll(async () => {
  p = await createStaffedPlant()
  erp = await createErp()
}, 120_000)
afterAll(async () => {
  await p.plant.close()
  await erp.close()
})
const lead = () => p.staff['prod-lead']
const pull = async (sourceId: string, more: object = {}) =>
  lead().call(pullErpOrders, { sourceId, ...more }, { language: 'en' })
const leastMapping = (['externalNumber', 'productCode', 'orderedKg'] as const).map((field) => ({ field, path: field }))
const lineOf = async (number: string) =>
  (
    await p.plant.query<Record<string, unknown> & { id: string; version: number }>(
      'select * from erp_order where external_number = $1',
      [number],
    )
  )[0]!
/** Pulls a line from the source, releases it and starts its order. */
async function createRunningLine(more: Record<string, unknown> = {}) {
  const [made, number] = [await createProduct(p), `SO-${nextSerial()}`]
  const records = [createErpLine(number, made.code, more)]
  answerInPages(erp, records, 2)
  const source = await createSource(p, erp.url, { active: false })
  expectOk(await pull(source.id))
  const row = expectOk(await lead().call(releaseErpOrder, { id: (await lineOf(number)).id }))
  const order = await startOrderOn(p, { id: row.workOrderId! } as never, (await createLine(p)).id)
  return { made, number, source, row, order }
}

describe('pulling', () => {
  test('reads three pages by the mapping, adds each line once, and updates it next time', async () => {
    const made = await createProduct(p)
    const records = [1, 2, 3, 4, 5].map((n) => createErpLine(`A-${n}`, made.code, { buyer: ' 安洁 ' }))
    answerInPages(erp, records, 2)
    erp.requests = []
    const source = await createSource(p, erp.url)
    expect(expectOk(await pull(source.id))).toMatchObject({
      added: 5,
      updated: 0,
      same: 0,
      conflicts: 0,
      refused: 0,
      complete: true,
      problems: [],
    })
    expect(erp.requests).toEqual(['/orders?page=1', '/orders?page=2', '/orders?page=3'])
    expect(await lineOf('A-1')).toMatchObject({
      product_id: made.id,
      ordered_kg: 5000,
      due_on: '2026-12-01',
      customer_name: '安洁',
      source: 'http',
      state: 'new',
      version: 1,
    })
    expect(expectOk(await pull(source.id))).toMatchObject({ added: 0, same: 5 })
    records[0] = createErpLine('A-1', made.code, { buyer: '安洁', qty: 6000.0004 })
    expect(expectOk(await pull(source.id))).toMatchObject({ updated: 1, same: 4 })
    expect(await lineOf('A-1')).toMatchObject({ ordered_kg: 6000, version: 2 })
    expect(await countRows(p.plant, 'erp_order', `external_number like 'A-%'`)).toBe(5)
    expect(await fetchRow(p.plant, 'erp_source', source.id)).toMatchObject({
      failures: 0,
      last_run_at: NOW,
      last_result: '0 added, 1 updated, 0 in conflict, 0 refused',
      version: 1,
    })
  })
  test.each([
    // 16:00 UTC is midnight in Shanghai, so the next day has begun there.
    ['2026-11-30T16:00:00.000Z', '2026-12-01'],
    ['2026-11-30T15:59:59Z', '2026-11-30'],
    ['2026-12-01T00:00:00+08:00', '2026-12-01'],
    ['2026/12/1', '2026-12-01'],
    ['2026.12.1', '2026-12-01'],
    ['20261201', '2026-12-01'],
    [20261201, '2026-12-01'],
    ['2026年12月1日', '2026-12-01'],
    ['2026-12-01 23:59:00', '2026-12-01'],
  ])('reads the due day %s as %s', async (due, day) => {
    const [made, number] = [await createProduct(p), `DAY-${nextSerial()}`]
    answerInPages(erp, [createErpLine(number, made.code, { due })], 2)
    const source = await createSource(p, erp.url, { active: false })
    expect(expectOk(await pull(source.id))).toMatchObject({ added: 1, refused: 0 })
    expect(await lineOf(number)).toMatchObject({ due_on: day })
  })
  test.each<[Record<string, unknown>, string]>([
    [{ due: '01/02/2026' }, 'Due on: must be a date, YYYY-MM-DD (sent: "01/02/2026")'],
    [{ due: '2026-11-2012' }, 'Due on: must be a date, YYYY-MM-DD (sent: "2026-11-2012")'],
    [{ qty: '5 只' }, 'Ordered weight: the unit "只" cannot be converted to "kg" (sent: "5 只")'],
    [{ no: 8.93901e18 }, 'digits'],
  ])('names and refuses %j', async (wrong, problem) => {
    const made = await createProduct(p)
    answerInPages(erp, [createErpLine(`BAD-${nextSerial()}`, made.code, wrong)], 2)
    const source = await createSource(p, erp.url, { active: false })
    const outcome = expectOk(await pull(source.id))
    expect(outcome).toMatchObject({ added: 0, refused: 1 })
    expect(outcome.problems[0]?.problem).toContain(problem)
  })
  test('warns of sizes and amounts that contradict each other', async () => {
    const made = await createProduct(p)
    const sizes = { gsm: 15, width: 160, web: 1600, length: 10_000, rolls: 10 }
    answerInPages(
      erp,
      [
        createErpLine(`OK-${nextSerial()}`, made.code, { ...sizes, qty: 240, lanes: '9×160' }),
        createErpLine('ODD-1', made.code, { ...sizes, qty: 2400, lanes: '10×160' }),
      ],
      2,
    )
    const fields = {
      externalNumber: 'no',
      productCode: 'item.code',
      orderedKg: 'qty',
      gsm: 'gsm',
      widthMm: 'width',
      webWidthMm: 'web',
      rollLengthM: 'length',
      orderedRolls: 'rolls',
      slittingPattern: 'lanes',
    }
    const mapping = Object.entries(fields).map(([field, path]) => ({ field, path }))
    const source = await createSource(p, erp.url, { active: false, mapping })
    const outcome = expectOk(await pull(source.id, { dryRun: true }))
    expect(outcome).toMatchObject({ added: 2, refused: 0, problems: [] })
    expect(outcome.warnings).toEqual([
      {
        externalNumber: 'ODD-1',
        warning:
          'The lanes together are 1600 mm wide; with 20 mm of trim they do not fit into the jumbo width 1600 mm: check both; ' +
          '2,400 kg ordered does not match 10 rolls, which weigh 240 kg: check both',
      },
    ])
  })
  test('as a trial shows the effects and stores nothing', async () => {
    answerInPages(erp, [createErpLine('T-1', 'nobody knows')], 2)
    const source = await createSource(p, erp.url)
    expect(expectOk(await pull(source.id, { dryRun: true }))).toMatchObject({ added: 1 })
    expect(await countRows(p.plant, 'erp_order', `external_number = 'T-1'`)).toBe(0)
    expect(await fetchRow(p.plant, 'erp_source', source.id)).toMatchObject({ last_run_at: null, last_result: null })
  })
  const rows = (list: unknown) => JSON.stringify({ data: { rows: list, total: 3 } })
  const page1 = rows([createErpLine('H-1', 'x'), createErpLine('H-2', 'x')])
  test.each([
    [
      'half of its pages',
      (page: number, end: (status: number, body: string) => void) => end(200, page === 1 ? page1 : rows([])),
      'sent only part of the data (2 orders)',
    ],
    [
      'status 500 on the second page',
      (page: number, end: (status: number, body: string) => void) => end(page === 1 ? 200 : 500, page1),
      'status 500',
    ],
    [
      'JSON that breaks off',
      (_page: number, end: (status: number, body: string) => void) => end(200, page1.slice(0, 40)),
      'not JSON',
    ],
    [
      'a page of a login',
      (_page: number, end: (status: number, body: string) => void) => end(200, '<html>'),
      'not JSON',
    ],
    [
      'something else',
      (_page: number, end: (status: number, body: string) => void) => end(200, '{"data":{"rows":{}}}'),
      'There is no list at "data.rows"',
    ],
    [
      'no total although one is agreed',
      (_page: number, end: (status: number, body: string) => void) => end(200, '{"data":{"rows":[],"total":null}}'),
      'sent only part of the data',
    ],
    [
      'the same page again and again',
      (_page: number, end: (status: number, body: string) => void) => end(200, page1),
      'sent only part of the data (4 orders)',
    ],
    ['a redirect', (_page: number, end: (status: number, body: string) => void) => end(302, ''), 'status 302'],
  ])('changes nothing and reports an ERP that answers %s', async (_what, answer, sentence) => {
    const countBefore = await countRows(p.plant, 'erp_order')
    erp.answer = (page, _request, response) =>
      answer(page, (status, body) => void response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body))
    const source = await createSource(p, erp.url)
    const refusal = await pull(source.id)
    expect([refusal.errno, refusal.errmsg]).toEqual(['6000', expect.stringContaining(sentence)])
    expect(await countRows(p.plant, 'erp_order')).toBe(countBefore)
    expect(await fetchRow(p.plant, 'erp_source', source.id)).toMatchObject({
      failures: 1,
      last_result: expect.stringContaining(sentence),
    })
  })
  test('reports an ERP that breaks the connection or is missing', async () => {
    erp.answer = (_page, _request, response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write('{"data":')
      setTimeout(() => response.destroy(), 20)
    }
    const source = await createSource(p, erp.url)
    expect((await pull(source.id)).errmsg).toContain(`cannot be reached`)
    const gone = await createSource(p, 'http://127.0.0.1:1/orders')
    expect((await pull(gone.id)).errmsg).toContain(`127.0.0.1:1 cannot be reached`)
  })
  test('names wrong and duplicate lines and takes the others', async () => {
    const made = await createProduct(p)
    answerInPages(
      erp,
      [
        createErpLine('D-1', made.code),
        createErpLine('D-1', made.code, { qty: 7 }),
        createErpLine('D-2', made.code, { qty: 'much' }),
        { no: 'D-3', qty: 1 },
        { qty: 5 },
        createErpLine('D-4', made.code),
      ],
      2,
    )
    const outcome = expectOk(await pull((await createSource(p, erp.url)).id))
    expect(outcome).toMatchObject({
      added: 2,
      refused: 4,
      problems: [
        { externalNumber: 'D-1', problem: expect.stringContaining('twice') },
        { externalNumber: 'D-2', problem: expect.stringContaining('Ordered weight') },
        { externalNumber: 'D-3', problem: expect.stringContaining('Product code') },
        { externalNumber: '', problem: expect.stringContaining('ERP number') },
      ],
    })
    expect(await lineOf('D-1')).toMatchObject({ ordered_kg: 5000 })
  })
  test('adds every line once when two pulls run at once', async () => {
    const made = await createProduct(p)
    answerInPages(
      erp,
      [1, 2, 3].map((n) => createErpLine(`R-${n}`, made.code)),
      2,
    )
    const [firstSource, secondSource] = [await createSource(p, erp.url), await createSource(p, erp.url)]
    const outcomes = (await Promise.all([pull(firstSource.id), pull(secondSource.id)])).map(expectOk)
    expect(outcomes.map((o) => o.added + o.same)).toEqual([3, 3])
    expect(await countRows(p.plant, 'erp_order', `external_number like 'R-%'`)).toBe(3)
  })
  test('sends the agreed header and shows it to nobody', async () => {
    let heard: unknown
    erp.answer = (_page, request, response) => {
      heard = request.headers['x-key']
      response.end('{"data":{"rows":[],"total":0}}')
    }
    const source = await createSource(p, erp.url, { headerName: 'X-Key', headerValue: 'open sesame' })
    expectOk(await pull(source.id))
    expect(heard).toBe('open sesame')
    expect(
      JSON.stringify([
        source,
        expectOk(await lead().call(erpSource.endpoints.list, {})),
        await p.plant.query('select after from operation_log where row_id = $1', [source.id]),
      ]),
    ).not.toContain('sesame')
    // A form that never received the secret does not clear it; a new host does not get it.
    const renamed = expectOk(
      await lead().call(erpSource.endpoints.update, {
        id: source.id,
        version: 1,
        name: `ERP ${nextSerial()}`,
        headerValue: null,
      }),
    )
    expectOk(await pull(source.id))
    expect(heard).toBe('open sesame')
    expectOk(
      await lead().call(erpSource.endpoints.update, {
        id: source.id,
        version: renamed.version,
        url: erp.url.replace('127.0.0.1', 'localhost'),
      }),
    )
    expectOk(await pull(source.id))
    expect(heard).toBeUndefined()
  })
  test('runs enabled sources when due, with growing delay after failures', async () => {
    await p.plant.query('update erp_source set active = false')
    const made = await createProduct(p)
    answerInPages(erp, [createErpLine('J-1', made.code)], 2)
    const source = await createSource(p, erp.url, { everyMinutes: 10 })
    const pullAt = async (time: string) => {
      p.plant.clock.set(plantTime(time))
      erp.requests = []
      await runJob(p.plant, 'erp-pull')
      return erp.requests.length
    }
    expect(await pullAt('10:00')).toBe(1)
    expect(await lineOf('J-1')).toMatchObject({ source: 'http', created_by: null })
    expect(await pullAt('10:09')).toBe(0)
    erp.answer = (_page, _request, response) => void response.writeHead(503).end()
    expect(await pullAt('10:10')).toBe(1)
    expect(await fetchRow(p.plant, 'erp_source', source.id)).toMatchObject({ failures: 1 })
    expect([await pullAt('10:20'), await pullAt('10:30'), await pullAt('10:50'), await pullAt('11:10')]).toEqual([
      0, 1, 0, 1,
    ])
    p.plant.clock.set(NOW)
    await p.plant.query('update erp_source set active = false')
  })
  test.each([
    ['another protocol', { url: 'file:///etc/passwd' }, '6000'],
    ['an account in it', { url: 'http://a:b@erp/x' }, '6000'],
    ['no address', { url: 'erp' }, '6000'],
    ['a header of the connection', { headerName: 'Host', headerValue: 'x' }, '4013'],
    ['a header with a space', { headerName: 'X Key' }, '4013'],
    ['a broken header value', { headerName: 'X-Key', headerValue: 'a\nb: c' }, '4013'],
    [
      'a field that is ours',
      {
        mapping: [
          { field: 'state', path: 'a' },
          { field: 'externalNumber', path: 'b' },
          { field: 'productCode', path: 'c' },
          { field: 'orderedKg', path: 'd' },
        ],
      },
      '4013',
    ],
    [
      'a field twice',
      { mapping: ['externalNumber', 'productCode', 'orderedKg', 'orderedKg'].map((field) => ({ field, path: 'a' })) },
      '4013',
    ],
    ['nothing to recognise an order by', { mapping: [{ field: 'productCode', path: 'c' }] }, '4042'],
  ])('refuses a source with %s', async (_what, more, expected) => {
    const answer = await lead().call(erpSource.endpoints.create, {
      name: `S-${nextSerial()}`,
      url: erp.url,
      mapping: leastMapping,
      ...(more as object),
    })
    expect(answer.errno).toBe(expected)
  })
  test('needs the password again and the permission', async () => {
    const plain = await p.plant.as('prod-lead', { verified: false })
    expect(
      (await plain.call(erpSource.endpoints.create, { name: 'V', url: erp.url, mapping: leastMapping })).data,
    ).toMatchObject({ verification: true })
    const source = await createSource(p, erp.url)
    expect((await p.staff['operator-line'].call(pullErpOrders, { sourceId: source.id })).errno).toBe('401')
  })
})

describe('an ERP line', () => {
  test('entered by hand: codes are resolved; an unknown product blocks the release', async () => {
    const buyer = await createCustomer(p)
    const code = `NEW-${nextSerial()}`
    const row = expectOk(
      await lead().call(erpOrder.endpoints.create, {
        externalNumber: `HAND-${nextSerial()}`,
        productCode: code,
        customerCode: buyer.code,
        orderedKg: 100,
      }),
    )
    expect(row).toMatchObject({ source: 'hand', state: 'new', productId: null, customerId: buyer.id, receivedAt: NOW })
    const answer = await lead().call(releaseErpOrder, { id: row.id }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', `There is no product with code ${code}`])
    const made = await createProduct(p, { code })
    const released = expectOk(await lead().call(releaseErpOrder, { id: row.id, version: row.version }))
    expect(released).toMatchObject({ state: 'released', productId: made.id })
    expect(await fetchRow(p.plant, 'work_order', released.workOrderId!)).toMatchObject({
      state: 'planned',
      product_id: made.id,
      customer_id: buyer.id,
      ordered_kg: 100,
      erp_order_id: row.id,
      number: expect.stringMatching(/^WO261120-\d{3}$/),
    })
    expect((await lead().call(releaseErpOrder, { id: row.id })).errno).toBe('6000')
    expect((await lead().call(erpOrder.endpoints.remove, { id: row.id })).errno).toBe('6000')
  })
  test('is new again after its release was undone, until the order has a place or has begun', async () => {
    const made = await createProduct(p)
    const row = expectOk(
      await lead().call(erpOrder.endpoints.create, {
        externalNumber: `UNDO-${nextSerial()}`,
        productCode: made.code,
        orderedKg: 100,
      }),
    )
    expect((await lead().call(undoErpRelease, { id: row.id })).errno).toBe('6000')
    const released = expectOk(await lead().call(releaseErpOrder, { id: row.id }))
    const undone = expectOk(await lead().call(undoErpRelease, { id: row.id, version: released.version }))
    expect(undone).toMatchObject({ state: 'new', workOrderId: null })
    expect(await fetchRow(p.plant, 'work_order', released.workOrderId!)).toMatchObject({ state: 'cancelled' })
    const again = expectOk(await lead().call(releaseErpOrder, { id: row.id }))
    await startOrderOn(p, { id: again.workOrderId! } as never, (await createLine(p)).id)
    expect((await lead().call(undoErpRelease, { id: row.id })).errno).toBe('6000')
  })
  test('with an unknown customer is released once the customer exists, and is then linked', async () => {
    const [made, code] = [await createProduct(p), `CU-${nextSerial()}`]
    const enterLine = (more: object = {}) =>
      lead().call(erpOrder.endpoints.create, {
        externalNumber: `CUST-${nextSerial()}`,
        productCode: made.code,
        orderedKg: 100,
        ...more,
      })
    const row = expectOk(await enterLine({ customerCode: code, customerName: '安洁股份' }))
    const answer = await lead().call(releaseErpOrder, { id: row.id }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', `There is no customer with code ${code}`])
    // An order released before the check existed.
    const old = expectOk(await enterLine())
    const order = expectOk(await lead().call(releaseErpOrder, { id: old.id })).workOrderId!
    await p.plant.query('update erp_order set customer_code = $2 where id = $1', [old.id, code])
    const buyer = expectOk(await lead().call(customer.endpoints.create, { code, name: '安洁股份' }))
    for (const id of [row.id, old.id])
      expect(await fetchRow(p.plant, 'erp_order', id)).toMatchObject({ customer_id: buyer.id })
    expect(await fetchRow(p.plant, 'work_order', order)).toMatchObject({ customer_id: buyer.id })
    const released = expectOk(await lead().call(releaseErpOrder, { id: row.id }))
    expect(await fetchRow(p.plant, 'work_order', released.workOrderId!)).toMatchObject({ customer_id: buyer.id })
    // A released line cannot get an unknown customer; a permitted person may set another one.
    const changed = { id: row.id, version: released.version, customerCode: `NO-${code}` }
    expect((await lead().call(erpOrder.endpoints.update, changed)).errno).toBe('6000')
    const other = await createCustomer(p)
    const right = await lead().call(workOrder.endpoints.update, {
      id: order,
      version: 2,
      customerId: other.id,
    })
    expect(expectOk(right)).toMatchObject({ customerId: other.id })
  })
  test('is linked to a new customer, however many lines name its code', async () => {
    const code = `CU-${nextSerial()}`
    await p.plant.query(
      `insert into erp_order (site_id, id, external_number, product_code, customer_code, ordered_kg)
       select 1, gen_random_uuid(), $1 || '-' || n, 'P', $1, 1 from generate_series(1, 1001) n`,
      [code],
    )
    expectOk(await lead().call(customer.endpoints.create, { code, name: '安洁股份' }))
    expect(await countRows(p.plant, 'erp_order', 'customer_code = $1 and customer_id is null', [code])).toBe(0)
    await p.plant.query('delete from erp_order where customer_code = $1', [code])
  })
  test.each(['1600×2', '随便写'])(
    'whose slitting pattern is %s is not saved by hand, nor released where the ERP said so',
    async (slittingPattern) => {
      const [made, number] = [await createProduct(p), `PAT-${nextSerial()}`]
      const orderRow = { externalNumber: number, productCode: made.code, orderedKg: 100 }
      const refused = {
        errno: '6000',
        errmsg: expect.stringContaining('5×160 + 2×80') as string,
        data: { issues: [{ path: ['slittingPattern'], code: 'badFormat' }] },
      }
      expect(await lead().call(erpOrder.endpoints.create, { ...orderRow, slittingPattern })).toMatchObject(refused)
      const row = expectOk(await lead().call(erpOrder.endpoints.create, { ...orderRow, slittingPattern: '2×1500' }))
      await p.plant.query('update erp_order set slitting_pattern = $2 where id = $1', [row.id, slittingPattern])
      expect(await lead().call(releaseErpOrder, { id: row.id })).toMatchObject(refused)
      const order = await createOrder(p)
      const patch = { id: order.id, version: order.version, slittingPattern }
      expect(await lead().call(workOrder.endpoints.update, patch)).toMatchObject(refused)
      expect(await p.staff['operator-line'].call(adjustOrder, { id: order.id, slittingPattern })).toMatchObject(refused)
    },
  )
  test('released by two at once is released once, skipping numbers already in use', async () => {
    const made = await createProduct(p)
    const row = expectOk(
      await lead().call(erpOrder.endpoints.create, {
        externalNumber: `TWO-${nextSerial()}`,
        productCode: made.code,
        orderedKg: 100,
      }),
    )
    const [last] = await p.plant.query<{ last: number }>(
      `select last from number_series where series = 'workOrder:261120'`,
    )
    const takenNumber = `WO261120-${String((last?.last ?? 0) + 1).padStart(3, '0')}`
    expectOk(await lead().call(workOrder.endpoints.create, { number: takenNumber, batch: 'X', productId: made.id }))
    const answers = await Promise.all([
      lead().call(releaseErpOrder, { id: row.id }),
      p.staff.admin.call(releaseErpOrder, { id: row.id }),
    ])
    expect(answers.map((a) => a.errno).sort()).toEqual(['200', '6000'])
    expect(await countRows(p.plant, 'work_order', 'erp_order_id = $1', [row.id])).toBe(1)
  })
  test('when edited updates its planned order except for fields changed by people; a running order stays', async () => {
    const { row, order, made } = await createRunningLine()
    expect(
      (await lead().call(erpOrder.endpoints.update, { id: row.id, version: row.version, orderedKg: 1 })).errno,
    ).toBe('6000')
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({ ordered_kg: 5000 })
    const hand = expectOk(
      await lead().call(erpOrder.endpoints.create, {
        externalNumber: `EDIT-${nextSerial()}`,
        productCode: made.code,
        orderedKg: 100,
        slittingPattern: '9×320',
      }),
    )
    const planned = expectOk(await lead().call(releaseErpOrder, { id: hand.id }))
    expectOk(
      await lead().call(workOrder.endpoints.update, { id: planned.workOrderId!, version: 1, slittingPattern: '4×640' }),
    )
    expectOk(await lead().call(erpOrder.endpoints.update, { id: hand.id, version: planned.version, orderedKg: 200 }))
    expect(await fetchRow(p.plant, 'work_order', planned.workOrderId!)).toMatchObject({
      ordered_kg: 200,
      slitting_pattern: '4×640',
    })
    expect(
      (await lead().call(erpOrder.endpoints.update, { id: hand.id, version: planned.version, orderedKg: 300 })).errno,
    ).toBe('6000')
    expect(
      (
        await lead().call(erpOrder.endpoints.update, {
          id: hand.id,
          version: planned.version + 1,
          productCode: 'nobody knows',
        })
      ).errno,
    ).toBe('6000')
  })
  test('that is ignored cannot be released until restored; a cancelled order frees its line', async () => {
    const made = await createProduct(p)
    const row = expectOk(
      await lead().call(erpOrder.endpoints.create, {
        externalNumber: `IGN-${nextSerial()}`,
        productCode: made.code,
        orderedKg: 100,
      }),
    )
    expectOk(await lead().call(ignoreErpOrder, { id: row.id, ignored: true }))
    expect((await lead().call(releaseErpOrder, { id: row.id })).errno).toBe('6000')
    expectOk(await lead().call(ignoreErpOrder, { id: row.id, ignored: false }))
    const released = expectOk(await lead().call(releaseErpOrder, { id: row.id }))
    expect((await lead().call(ignoreErpOrder, { id: row.id, ignored: true })).errno).toBe('6000')
    expectOk(await lead().call(cancelOrder, { id: released.workOrderId!, reason: '重排' }))
    expect(await fetchRow(p.plant, 'erp_order', row.id)).toMatchObject({ state: 'new', work_order_id: null })
    expect((await lead().call(releaseErpOrder, { id: row.id })).errno).toBe('200')
  })
  test('options and names', async () => {
    const answer = expectOk(await lead().call(erpOrderOptions, {}))
    expect(answer.fields.filter((f) => f.required).map((f) => f.field)).toEqual([
      'externalNumber',
      'productCode',
      'orderedKg',
    ])
    expect(answer.counts.reduce((sum, c) => sum + c.count, 0)).toBe(await countRows(p.plant, 'erp_order'))
    expect(expectOk(await lead().call(erpOrderNames, { keyword: 'A-1' }))).toMatchObject([
      { label: expect.stringContaining('A-1') },
    ])
  })
})

describe('a conflict', () => {
  const pullAgain = async (number: string, code: string, source: { id: string }, more: Record<string, unknown>) => {
    answerInPages(erp, [createErpLine(number, code, more)], 2)
    return expectOk(await pull(source.id))
  }
  test('with a running order keeps both values until a person decides, however often the ERP repeats it', async () => {
    const { number, made, source, row, order } = await createRunningLine({ buyer: '安洁' })
    const heard = collectNotices(p.plant)
    answerInPages(erp, [createErpLine(number, made.code, { qty: 8000, buyer: '安洁' })], 2)
    expectOk(await lead().call(pullErpOrders, { sourceId: source.id, dryRun: true }))
    expect(heard).toEqual([])
    expect(await pullAgain(number, made.code, source, { qty: 8000, buyer: '安洁' })).toMatchObject({
      conflicts: 1,
      updated: 0,
    })
    const waiting = await fetchRow(p.plant, 'erp_order', row.id)
    expect(waiting).toMatchObject({ state: 'conflict', ordered_kg: 5000, conflict: { orderedKg: 8000 } })
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({ ordered_kg: 5000, version: order.version })
    expect(await pullAgain(number, made.code, source, { qty: 8000, buyer: '安洁' })).toMatchObject({
      conflicts: 0,
      same: 1,
    })
    expect(await fetchRow(p.plant, 'erp_order', row.id)).toEqual(waiting)
    expect(heard).toEqual([
      {
        notice: 'orderConflict',
        id: row.id,
        keys: ['orderSyncEdit'],
        title: {
          zh: `ERP 订单 ${number} 有更改待处理：订购重量`,
          en: `ERP order ${number} has changes to resolve: Ordered weight`,
        },
      },
    ])
    expect(
      await pullAgain(number, made.code, source, { qty: 8000, buyer: '安洁股份', due: '2026-12-24' }),
    ).toMatchObject({
      conflicts: 1,
    })
    const settled = expectOk(
      await lead().call(settleErpConflict, {
        id: row.id,
        take: 'theirs',
        fields: [{ field: 'dueOn', take: 'ours' }],
        reason: '客户加量',
      }),
    )
    expect(settled).toMatchObject({
      state: 'released',
      orderedKg: 8000,
      customerName: '安洁股份',
      dueOn: '2026-12-01',
      conflict: {},
      declined: { dueOn: '2026-12-24' },
    })
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({
      ordered_kg: 8000,
      due_on: '2026-12-01',
      reason: '客户加量',
      state: 'running',
    })
    // A decided conflict returns only when the ERP changes its value.
    expect(
      await pullAgain(number, made.code, source, { qty: 8000, buyer: '安洁股份', due: '2026-12-24' }),
    ).toMatchObject({
      same: 1,
    })
    expect(
      await pullAgain(number, made.code, source, { qty: 8000, buyer: '安洁股份', due: '2026-12-25' }),
    ).toMatchObject({
      conflicts: 1,
    })
    expect((await lead().call(settleErpConflict, { id: row.id, version: 1, take: 'ours', reason: 'x' })).errno).toBe(
      '6000',
    )
  })
  test('disappears when the ERP restores the value; without a conflict nothing can be decided', async () => {
    const { number, made, source, row } = await createRunningLine()
    await pullAgain(number, made.code, source, { qty: 8000 })
    expect(await pullAgain(number, made.code, source, {})).toMatchObject({ updated: 1 })
    expect(await fetchRow(p.plant, 'erp_order', row.id)).toMatchObject({ state: 'released', conflict: {} })
    const answer = await lead().call(settleErpConflict, { id: row.id, take: 'ours', reason: 'x' }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', `ERP order ${number} has no conflict to resolve`])
  })
  test('decided for our value leaves the order; a closed order refuses the ERP’s', async () => {
    const { number, made, source, row, order } = await createRunningLine()
    await switchOrderTo(p, order, 'finish')
    expectOk(await lead().call(closeOrder, { id: order.id, shortReason: '试单' }))
    await pullAgain(number, made.code, source, { qty: 9000 })
    expect((await lead().call(settleErpConflict, { id: row.id, take: 'theirs', reason: 'x' })).errno).toBe('6000')
    expect(
      expectOk(await lead().call(settleErpConflict, { id: row.id, take: 'ours', reason: '已关闭' })),
    ).toMatchObject({
      state: 'released',
      orderedKg: 5000,
      declined: { orderedKg: 9000 },
    })
    expect((await p.staff.viewer.call(settleErpConflict, { id: row.id, take: 'ours', reason: 'x' })).errno).toBe('401')
  })
  test('does not occur for planned orders, except for an unknown product', async () => {
    const [made, other, number] = [await createProduct(p), await createProduct(p), `PL-${nextSerial()}`]
    answerInPages(erp, [createErpLine(number, made.code)], 2)
    const source = await createSource(p, erp.url, { active: false })
    expectOk(await pull(source.id))
    const row = expectOk(await lead().call(releaseErpOrder, { id: (await lineOf(number)).id }))
    expect(await pullAgain(number, other.code, source, { qty: 7000 })).toMatchObject({ updated: 1 })
    expect(await fetchRow(p.plant, 'work_order', row.workOrderId!)).toMatchObject({
      ordered_kg: 7000,
      product_id: other.id,
    })
    expect(await pullAgain(number, 'nobody knows', source, { qty: 7000 })).toMatchObject({ conflicts: 1 })
    expect(await fetchRow(p.plant, 'work_order', row.workOrderId!)).toMatchObject({ product_id: other.id })
    const answer = await lead().call(settleErpConflict, { id: row.id, take: 'theirs', reason: 'x' }, { language: 'en' })
    expect(answer.errmsg).toBe('There is no product with code nobody knows')
  })
})

describe('an ERP import', () => {
  test('updates known lines, never duplicates them, and reports conflicts with running orders', async () => {
    const { row, order } = await createRunningLine()
    const { bytes } = await lead().call(erpOrder.endpoints.export, { keyword: row.externalNumber })
    const countBefore = await countRows(p.plant, 'erp_order')
    expect((await lead().upload('/equ/erp_mes_import', bytes)).data).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 1,
    })
    await p.plant.query('update erp_order set ordered_kg = 5500 where id = $1', [row.id])
    const changed = (await lead().call(erpOrder.endpoints.export, { keyword: row.externalNumber })).bytes
    await p.plant.query('update erp_order set ordered_kg = 5000 where id = $1', [row.id])
    const heard = collectNotices(p.plant)
    expect((await lead().upload('/equ/erp_mes_import', changed, { dryRun: 'true' })).data).toMatchObject({
      updated: 1,
      dryRun: true,
    })
    expect(await fetchRow(p.plant, 'erp_order', row.id)).toMatchObject({ state: 'released' })
    expect((await lead().upload('/equ/erp_mes_import', changed)).data).toMatchObject({ created: 0, updated: 1 })
    expect(await fetchRow(p.plant, 'erp_order', row.id)).toMatchObject({
      state: 'conflict',
      ordered_kg: 5000,
      conflict: { orderedKg: 5500 },
    })
    expect(heard.map(({ notice, id }) => [notice, id])).toEqual([['orderConflict', row.id]])
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({ ordered_kg: 5000 })
    expect(await countRows(p.plant, 'erp_order')).toBe(countBefore)
  })
  test('accepts comma-separated text', async () => {
    const csv = (kg: string) =>
      Buffer.from(`\ufeffERP 单号;产品编码;订购重量;交货日期\r\nCSV-1-10;CSV-P;"${kg}";2026-12-24\r\n`)
    // 1,200 may be 1.2 or 1200.
    expect((await lead().upload('/equ/erp_mes_import', csv('1,200'), {}, 'orders.csv')).data).toMatchObject({
      rows: [{ column: 'C', issue: { code: 'unclearComma' } }],
    })
    expect((await lead().upload('/equ/erp_mes_import', csv('1.200,0'), {}, 'orders.csv')).data).toMatchObject({
      created: 1,
      updated: 0,
    })
    expect((await lead().upload('/equ/erp_mes_import', csv('1.200,0'), {}, 'orders.csv')).data).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 1,
    })
    expect((await lead().upload('/equ/erp_mes_import', csv('900'), {}, 'orders.csv')).data).toMatchObject({
      updated: 1,
    })
    expect(
      await p.plant.query(
        `select ordered_kg, due_on::text as due, source from erp_order where external_number = 'CSV-1-10'`,
      ),
    ).toEqual([{ ordered_kg: 900, due: '2026-12-24', source: 'sheet' }])
    expect((await lead().upload('/equ/erp_mes_import', csv('much'), {}, 'orders.csv')).errno).toBe('6000')
  })
})
